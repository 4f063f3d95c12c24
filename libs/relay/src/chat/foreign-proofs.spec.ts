import { describe, expect, it } from '@jest/globals';
import { sealProof } from '#canonical';
import { holdsForeignProofs } from './foreign-proofs.js';

const sealed = sealProof({ origin: 'gemini-generate-content', value: 'sig' }, 'openai-chat');

describe('holdsForeignProofs', () => {
  it.each([
    { messages: [{ thinking_blocks: [{ signature: sealed }] }] },
    { content: [{ data: `mgcall.call_1.${sealed}` }] },
    { encrypted_content: `mgredacted.${sealed}` },
    { thoughtSignature: Buffer.from(sealed).toString('base64') },
    { thoughtSignature: Buffer.from(`redacted:${sealed}`).toString('base64') },
  ])('finds them in %j', (body) => {
    expect(holdsForeignProofs(Buffer.from(JSON.stringify(body)))).toBe(true);
  });

  it.each([
    { text: 'I use "mg" for milligram' },
    { text: 'a mgproof. in a sentence' },
    { signature: 'EqQBCgIYAh' },
  ])('does not take %j for one', (body) => {
    expect(holdsForeignProofs(Buffer.from(JSON.stringify(body)))).toBe(false);
  });
});
