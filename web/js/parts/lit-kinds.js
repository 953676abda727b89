/**
 * How cells are lit in games of marches and attacks, beside the ways that every board has. The colours are in the
 * stylesheet of the parts.
 */

/** @import { Kind } from '../board/kinds.js' */

/** @type {Record<string, Kind>} */
export const KINDS = {
  'zone-union': { low: true, area: true, pattern: 'rising' },
  'zone-confederate': { low: true, area: true, pattern: 'falling' },
  seen: { low: true, area: true, pattern: 'dots' },
  'threat-zone': { low: true, area: true },
  threat: { low: true, area: true, pattern: 'dots' },
  'threat-reach': { low: true, area: true },
  'threat-from': { sign: 'forward' },
  'threat-1': { sign: 'burst' },
  'threat-2': { pattern: 'rising', sign: 'burst' },
  'threat-3': { pattern: 'crosses', sign: 'burst' },
  blocked: { low: true, pattern: 'crosses' },
  'held-union': { low: true, sign: 'square' },
  'held-confederate': { low: true, sign: 'cut' },
  vacated: { low: true, pattern: 'crosses' },
  enter: { pattern: 'chevrons', sign: 'enter' },
  exit: { pattern: 'chevrons', sign: 'exit' },
  'must-attack': { sign: 'burst' },
  'must-be-attacked': { pattern: 'bars', sign: 'burst' },
  attacker: { sign: 'forward' },
  retreat: { pattern: 'chevrons', sign: 'back' },
  advance: { pattern: 'chevrons', sign: 'forward' },
  displace: { pattern: 'dots', sign: 'aside' },
};
