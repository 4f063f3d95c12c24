import { describe, expect, it } from '@jest/globals';
import { decodeCountTokensRequest, encodeCountTokensResponse } from './count-tokens.js';

const HINTS = { model: 'gemini-3-pro' };
const CONTENTS = [{ parts: [{ text: 'Hi' }] }];
const MESSAGES = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }];

describe('counting tokens', () => {
  it('reads the contents alone', () => {
    expect(decodeCountTokensRequest({ contents: CONTENTS }, HINTS).value).toEqual({
      model: 'gemini-3-pro',
      isStreamed: false,
      messages: MESSAGES,
    });
  });

  it.each(['generateContentRequest', 'generate_content_request'])('reads a whole request in %s', (field) => {
    const whole = {
      model: 'models/gemini-3-pro',
      contents: CONTENTS,
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
    };
    const { value } = decodeCountTokensRequest({ [field]: whole }, HINTS);
    expect(value.messages).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
      ...MESSAGES,
    ]);
  });

  it('names faults from the top', () => {
    const inside = { generateContentRequest: { contents: [{ parts: [{ text: 5 }] }] } };
    expect(() => decodeCountTokensRequest(inside, HINTS)).toThrow(
      expect.objectContaining({
        kind: 'invalid-type',
        param: 'generateContentRequest.contents[0].parts[0].text',
      }),
    );
    const both = { contents: CONTENTS, generateContentRequest: { contents: CONTENTS } };
    expect(() => decodeCountTokensRequest(both, HINTS)).toThrow(
      expect.objectContaining({ kind: 'invalid-value', param: 'contents' }),
    );
  });

  it('answers with the total', () => {
    expect(encodeCountTokensResponse({ inputTokens: 5 })).toEqual({ totalTokens: 5 });
    expect(encodeCountTokensResponse({ inputTokens: 5, cachedInputTokens: 2 })).toEqual({
      totalTokens: 5,
      cachedContentTokenCount: 2,
    });
  });
});
