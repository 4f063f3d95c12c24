import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { geminiTokenCounter as counter } from './count-tokens.js';

const CONTENTS = [{ parts: [{ text: 'Hi' }] }];

const open = (body: JsonObject): { path?: string; request: JsonObject } => {
  const { body: request, path } = counter.open(Buffer.from(JSON.stringify(body)));
  return { path, request: JSON.parse(request.toString()) as JsonObject };
};

describe('counting tokens', () => {
  it('accepts only contents', () => {
    expect(open({ contents: CONTENTS })).toEqual({ request: { contents: CONTENTS } });
  });

  it.each(['generateContentRequest', 'generate_content_request'])(
    'accepts a complete request in %s',
    (field) => {
      const systemInstruction = { parts: [{ text: 'Be brief.' }] };
      const whole = { model: 'models/gemini-3-pro', contents: CONTENTS, systemInstruction };
      expect(open({ [field]: whole })).toEqual({ path: field, request: whole });
      expect(counter.getTexts(whole, { model: 'gemini-3-pro' })).toEqual(['Be brief.', 'Hi']);
    },
  );

  it('rejects other bodies', () => {
    expect(() => open({ contents: CONTENTS, generateContentRequest: { contents: CONTENTS } })).toThrow(
      expect.objectContaining({ kind: 'invalid-value', param: 'contents' }),
    );
    expect(() => open({ generateContentRequest: [] })).toThrow(
      expect.objectContaining({ kind: 'invalid-type', param: 'generateContentRequest' }),
    );
  });

  it('sends the request in a wrapper with the model', () => {
    const body = Buffer.from('{"model":"models/other","contents":[{"parts":[{"text":"Hi"}]}] }');
    expect(JSON.parse(counter.encodeRequest(body, 'gemini-3-pro').toString())).toEqual({
      generateContentRequest: { model: 'models/gemini-3-pro', contents: CONTENTS },
    });
  });

  it('decodes and encodes the total', () => {
    expect(counter.encodeCount(5)).toEqual({ totalTokens: 5 });
    expect(counter.decodeCount({ totalTokens: 5 })).toBe(5);
    expect(counter.decodeCount({ totalTokens: 'many' })).toBeUndefined();
  });
});
