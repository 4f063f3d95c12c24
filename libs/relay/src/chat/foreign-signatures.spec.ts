import { describe, expect, it } from '@jest/globals';
import { sealReasoningSignature } from '#canonical';
import { holdsForeignSignatures } from './foreign-signatures.js';

const sealed = sealReasoningSignature({ origin: 'gemini-generate-content', value: 'sig' }, 'openai-chat');

describe('holdsForeignSignatures', () => {
  it.each([
    { messages: [{ thinking_blocks: [{ signature: sealed }] }] },
    { content: [{ data: `mgcall.call_1.${sealed}` }] },
    { encrypted_content: `mgredacted.${sealed}` },
    { thoughtSignature: Buffer.from(sealed).toString('base64') },
    { thoughtSignature: Buffer.from(`redacted:${sealed}`).toString('base64') },
  ])('finds them in %j', (body) => {
    expect(holdsForeignSignatures(Buffer.from(JSON.stringify(body)))).toBe(true);
  });

  it.each([
    { text: 'I use "mg" for milligram' },
    { text: 'a mgproof. in a sentence' },
    { signature: 'EqQBCgIYAh' },
  ])('does not take %j for one', (body) => {
    expect(holdsForeignSignatures(Buffer.from(JSON.stringify(body)))).toBe(false);
  });
});
