import * as fc from 'fast-check';

/**
 * Any Unicode character except surrogate halves. fast-check has the same as `binary`, but takes a second to list all
 * characters before the first draw.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));
