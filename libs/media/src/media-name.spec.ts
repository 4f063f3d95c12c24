import { describe, expect, it } from '@jest/globals';
import { createMediaId, parseMediaName } from './media-name.js';

const ID = 'abcdefghijklmnopqrstuvwxyz234567';

describe('media names', () => {
  it('have unique ids that use every character', () => {
    const ids = Array.from({ length: 1000 }, createMediaId);
    expect(new Set(ids).size).toBe(1000);
    expect(new Set(ids.join('')).size).toBe(32);
    for (const id of ids) expect(parseMediaName(`${id}.png`)).toEqual({ id, extension: 'png' });
  });

  it.each([
    '',
    '.png',
    ID,
    `${ID}.`,
    `${ID}.exe`,
    `${ID}.PNG`,
    `${ID}.png.part`,
    `${ID}.png\n`,
    `${ID}.png\0`,
    ` ${ID}.png`,
    `${ID.toUpperCase()}.png`,
    `${ID.slice(1)}.png`,
    `a${ID}.png`,
    `${ID.slice(1)}1.png`,
    `../${ID.slice(3)}.png`,
    `${ID.slice(3)}/..`,
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd.png',
  ])('%j is not a media name', (fileName) => {
    expect(parseMediaName(fileName)).toBeUndefined();
  });
});
