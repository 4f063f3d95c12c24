import { describe, expect, it } from '@jest/globals';
import { openSignature, sealSignature } from './thought-signature.js';

const OWN = { origin: 'gemini-generate-content', value: 'CiQBcsjafO8+/w==' };
const FOREIGN = { origin: 'anthropic-messages', value: 'EqQBsignature/+==' };

describe('signatures in the field for thought signatures', () => {
  it('contains its own signatures unchanged', () => {
    expect(sealSignature(OWN)).toBe(OWN.value);
    expect(openSignature(OWN.value)).toEqual({ signature: OWN });
  });

  it('contains those of other services in base64, which survives re-encoding by a client', () => {
    const carried = sealSignature(FOREIGN);
    expect(carried).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const respelt = carried.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    expect(openSignature(carried)).toEqual({ signature: FOREIGN });
    expect(openSignature(respelt)).toEqual({ signature: FOREIGN });
  });

  it('records that reasoning was redacted', () => {
    expect(openSignature(sealSignature(FOREIGN, { isRedacted: true }))).toEqual({
      signature: FOREIGN,
      isRedacted: true,
    });
  });

  it('records that the signature is of reasoning before the part', () => {
    const marks = { isRedacted: true, isBefore: true };
    expect(openSignature(sealSignature(FOREIGN, marks))).toEqual({ signature: FOREIGN, ...marks });
    expect(openSignature(sealSignature(FOREIGN, { isBefore: true }))).toEqual({
      signature: FOREIGN,
      isBefore: true,
    });
  });

  it.each(['', 'skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'])(
    'treats %j as no signature',
    (placeholder) => {
      expect(openSignature(placeholder)).toBeUndefined();
    },
  );
});
