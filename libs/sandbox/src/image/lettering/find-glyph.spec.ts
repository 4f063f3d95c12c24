import { beforeAll, describe, expect, it } from '@jest/globals';
import { rasterise, svgDocument } from '../scene.js';
import { findGlyph } from './find-glyph.js';
import { drawLine } from './text-line.js';

const PRINTABLE = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCodePoint(0x21 + index));
const FURTHER = Array.from('àéîõüñåçøæßœÀÉÎÕÜÑÅÇØÆŒžšőąęłđðþİ·•…–—“”„«»¡¿×÷±°€£¥§©µ→日本語😀Ж');
const CELL = 40;

describe('findGlyph', () => {
  const shapes = new Map<string, Buffer>();

  beforeAll(async () => {
    const characters = [...PRINTABLE, ...FURTHER, ' '];
    const lines = characters.map((character, index) =>
      drawLine(character, { x: 3, baseline: index * CELL + 29, capitalHeight: 18, color: '#000' }),
    );
    const size = { width: CELL, height: characters.length * CELL };
    const { data } = await rasterise(svgDocument(size, lines.join('')));
    for (const [index, character] of characters.entries()) {
      shapes.set(character, data.subarray(index * CELL * CELL * 4, (index + 1) * CELL * CELL * 4));
    }
  });

  it('draws every character, each in its own shape', () => {
    const drawn = [...PRINTABLE, ...FURTHER].map((character) => shapes.get(character));
    for (const shape of drawn) expect(shape?.some((byte) => byte > 0)).toBe(true);
    expect(new Set(drawn.map((shape) => shape?.toString('base64'))).size).toBe(drawn.length);
    expect(shapes.get(' ')?.every((byte) => byte === 0)).toBe(true);
  });

  it('gives characters the width they need', () => {
    expect(findGlyph('i').advance).toBeLessThan(findGlyph('n').advance);
    expect(findGlyph('n').advance).toBeLessThan(findGlyph('m').advance);
    expect(findGlyph(' ').advance).toBeGreaterThan(0);
  });

  it('puts a mark on its letter, whether they are composed or not', () => {
    expect(findGlyph('é').path.startsWith(findGlyph('e').path)).toBe(true);
    expect(findGlyph('e\u0301')).toEqual(findGlyph('é'));
    expect(findGlyph('í').path.startsWith(findGlyph('ı').path)).toBe(true);
  });

  it.each(['constructor', '__proto__'])('does not treat %s as a character', (name) => {
    expect(findGlyph(name).finePath).toBeDefined();
  });
});
