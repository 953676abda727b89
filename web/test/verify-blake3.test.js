// The official test vectors of BLAKE3 (https://github.com/BLAKE3-team/BLAKE3, test_vectors.json):
// inputs are 0, 1, … 250, 0, 1, … of the length given.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { deriveKey, hash, hex, keyedHash, keyedStream } from '../js/verify/blake3.js';

const KEY = new TextEncoder().encode('whats the Elvish word for friend');
const CONTEXT = 'BLAKE3 2019-12-27 16:29:52 test vectors context';

/** Length, hash, keyed hash, derived key. @type {[number, string, string, string][]} */
const VECTORS = [
  [0, 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
    '92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26',
    '2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d'],
  [1, '2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213',
    '6d7878dfff2f485635d39013278ae14f1454b8c0a3a2d34bc1ab38228a80c95b',
    'b3e2e340a117a499c6cf2398a19ee0d29cca2bb7404c73063382693bf66cb06c'],
  [1023, '10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11',
    'c951ecdf03288d0fcc96ee3413563d8a6d3589547f2c2fb36d9786470f1b9d6e',
    '74a16c1c3d44368a86e1ca6df64be6a2f64cce8f09220787450722d85725dea5'],
  [1024, '42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7',
    '75c46f6f3d9eb4f55ecaaee480db732e6c2105546f1e675003687c31719c7ba4',
    '7356cd7720d5b66b6d0697eb3177d9f8d73a4a5c5e968896eb6a689684302706'],
  [1025, 'd00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444',
    '357dc55de0c7e382c900fd6e320acc04146be01db6a8ce7210b7189bd664ea69',
    'effaa245f065fbf82ac186839a249707c3bddf6d3fdda22d1b95a3c970379bcb'],
  [2048, 'e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a',
    '879cf1fa2ea0e79126cb1063617a05b6ad9d0b696d0d757cf053439f60a99dd1',
    '7b2945cb4fef70885cc5d78a87bf6f6207dd901ff239201351ffac04e1088a23'],
  [2049, '5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030',
    '9f29700902f7c86e514ddc4df1e3049f258b2472b6dd5267f61bf13983b78dd5',
    '2ea477c5515cc3dd606512ee72bb3e0e758cfae7232826f35fb98ca1bcbdf273'],
  [3073, '7124b49501012f81cc7f11ca069ec9226cecb8a2c850cfe644e327d22d3e1cd3',
    '68dede9bef00ba89e43f31a6825f4cf433389fedae75c04ee9f0cf16a427c95a',
    '72613c9ec9ff7e40f8f5c173784c532ad852e827dba2bf85b2ab4b76f7079081'],
  [7169, 'a003fc7a51754a9b3c7fae0367ab3d782dccf28855a03d435f8cfe74605e7817',
    'ed9b1a922c046fdb3d423ae34e143b05ca1bf28b710432857bf738bcedbfa511',
    '554b0a5efea9ef183f2f9b931b7497995d9eb26f5c5c6dad2b97d62fc5ac31d9'],
  [31744, '62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47',
    'efa53b389ab67c593dba624d898d0f7353ab99e4ac9d42302ee64cbf9939a419',
    '39772aef80e0ebe60596361e45b061e8f417429d529171b6764468c22928e28e'],
  [102400, 'bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085',
    '1c35d1a5811083fd7119f5d5d1ba027b4d01c0c6c49fb6ff2cf75393ea5db4a7',
    '4652cff7a3f385a6103b5c260fc1593e13c778dbe608efb092fe7ee69df6e9c6'],
];

/** @param {number} length */
const input = (length) => Uint8Array.from({ length }, (_, index) => index % 251);

test('the three modes give the official outputs', () => {
  for (const [length, plain, keyed, derived] of VECTORS) {
    assert.equal(hex(hash(input(length))), plain, `hash of ${length}`);
    assert.equal(hex(keyedHash(KEY, input(length))), keyed, `keyed hash of ${length}`);
    assert.equal(hex(deriveKey(CONTEXT, input(length))), derived, `key from ${length}`);
  }
});

test('an output may be longer than a block, and is the same byte by byte', () => {
  const long =
    '357dc55de0c7e382c900fd6e320acc04146be01db6a8ce7210b7189bd664ea69362396b77fdc0d2634a552970843722066c3c15902ae5097e00ff53f1e116f1c' +
    'd5352720113a837ab2452cafbde4d54085d9cf5d21ca613071551b25d52e69d6c81123872b6f19cd3bc1333edf0c52b94de23ba772cf82636cff4542540a7738' +
    'd5b930';
  assert.equal(hex(keyedHash(KEY, input(1025), 131)), long);
  const stream = keyedStream(KEY, input(1025));
  assert.equal(hex(Uint8Array.from({ length: 131 }, () => Number(stream.next().value))), long);
});
