import { describe, expect, it } from '@jest/globals';
import { sealReasoningSignature } from '#canonical';
import { JsonDocument } from './json-document.js';

const sealed = sealReasoningSignature({ origin: 'gemini-generate-content', value: 'sig' }, 'openai-chat');

const holdsSignature = (body: object): boolean =>
  JsonDocument.scan(Buffer.from(JSON.stringify(body))).holdsSignature;

describe('signatures of the gateway that clients carry', () => {
  it.each([
    { messages: [{ thinking_blocks: [{ signature: sealed }] }] },
    { content: [{ data: `mgcall.call_1.${sealed}` }] },
    { encrypted_content: `mgredacted.${sealed}` },
    { thoughtSignature: Buffer.from(sealed).toString('base64') },
    { thoughtSignature: Buffer.from(`redacted:${sealed}`).toString('base64') },
    { arguments: JSON.stringify({ signature: sealed }) },
    { [sealed]: 1 },
  ])('are found in %j', (body) => {
    expect(holdsSignature(body)).toBe(true);
  });

  it.each([
    { text: 'I use "mg" for milligram' },
    { text: 'mg/l', id: 'cmpl', name: 'bWd3' },
    { text: 'a mgproof. in a sentence' },
    { signature: 'EqQBCgIYAh' },
  ])('are not found in %j', (body) => {
    expect(holdsSignature(body)).toBe(false);
  });
});
