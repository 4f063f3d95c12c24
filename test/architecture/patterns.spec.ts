import { describe, expect, it } from '@jest/globals';
import { checkSource } from '../../scripts/patterns/check-source.mjs';
import { judgePattern } from '../../scripts/patterns/judge-pattern.mjs';

/** Their slowness would be measurable with a text of one or two kilobytes. */
const SLOW: readonly RegExp[] = [
  /=+$/,
  /\/models\/.+:/,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s]+/gi,
  /\b(?:[a-z0-9-]+\.)+(?:com|net)\b/gi,
  /[.:]+$/,
  /\s*\S+/g,
  /\s*\n\s*/g,
  /\s*\S*$/u,
  /!?\[([^\]]*)\]\([^)\s]*\)/gu,
  /^\s*#\s+/gm,
  /(?:[.!?]+["')]*(?=\s)|\n)\s*/g,
  /^(a+)+$/,
  /^(?:a|a)*$/,
  /^(?:ab|a|b)*$/,
  /^\d*\d*x/,
  /^a*b?a*x/,
  /a(?=.*b)/,
  /(?<=a.*)b/,
  /a(?:.*b)?/g,
  /(a+)\1b/,
  /^(?:\s*,?)*x/,
  /[ab]{100,}c/,
];

const LINEAR: readonly RegExp[] = [
  /^[^\s@]+@[^\s@]+$/,
  /\s+/g,
  /^\s*\{/,
  /;.*$/s,
  /:\d+$/,
  /"type"\s*:\s*"[\w.]+"/,
  /^data:[^,]{0,200};base64,/i,
  /\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /\s+$/y,
  /\{[^{}]*\}/g,
  /\/\/[^\n]*/g,
  /[\p{M}\p{Cf}]{1,64}/gu,
  /^(?:self-harm|sexual$|violence)/,
  /(.)\1{2,}/g,
];

describe('the check of regular expressions', () => {
  it.each(SLOW)('finds %s slow', ({ source, flags }) => {
    expect(judgePattern(source, flags)).toEqual(expect.any(String));
  });

  it.each(LINEAR)('finds %s fast', ({ source, flags }) => {
    expect(judgePattern(source, flags)).toBeUndefined();
  });

  it('does not overflow the stack of the engine with a long text', () => {
    expect(judgePattern(String.raw`\d+(?:[ -]\d+)*`, 'g')).toContain('stack');
    expect(judgePattern(String.raw`\d+(?:[ -]\d+){0,9999}`, 'g')).toBeUndefined();
  });

  it.each<[string, string | undefined]>([
    ['const end = /=+$/;', 'slow'],
    ['// bounded: 200 characters, the longest name.\nconst end = /=+$/;', undefined],
    ['// bounded: 200 characters, the longest name.\nconst end =\n  /=+$/;', undefined],
    ['const end = /=+$/; // bounded: 64 characters', undefined],
    ['// bounded, somehow\nconst end = /=+$/;', 'slow'],
    ['// bounded: 200 characters\nconst other = 1;\nconst end = /=+$/;', 'slow'],
    ['// bounded: 200 characters\nconst start = /^=+/;', 'remove the comment'],
    ['const end = new RegExp("=+$");', 'slow'],
    ['const SIGN = "="; const end = new RegExp(`${SIGN}+$`, "u");', 'slow'],
    ['const either = RegExp(["a", String.raw`\\s+$`].join("|"));', 'slow'],
    ['const start = new RegExp("^=+");', undefined],
    ['const named = (name) => new RegExp(name);', 'built from'],
    ['// built from: the names of our own routes.\nconst named = (name) => new RegExp(name);', undefined],
    ['const half = width / 2 / 3;', undefined],
  ])('reports for %j: %s', (text, expected) => {
    const problems = checkSource('some.ts', text).map(({ problem }) => problem);
    expect(problems).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
  });
});
