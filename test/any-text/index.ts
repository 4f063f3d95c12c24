import * as fc from 'fast-check';

/**
 * Any character of Unicode; half of a surrogate pair is none. fast-check has the same as `binary`, and takes a second to
 * list all of them before it draws the first.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));
