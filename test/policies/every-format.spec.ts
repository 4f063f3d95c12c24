import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { Policies } from '#relay';
import { REQUEST_VIEWS, WIRE_FORMATS, type WireFormat, type WireFormatId } from '#wire';
import * as fc from 'fast-check';
import { chatRequest, getTexts } from '../conformance/arbitraries.js';
import { GOLDEN_CASES } from '../conformance/golden-cases.js';

const conversational = (Object.entries(WIRE_FORMATS) as [WireFormatId, WireFormat][]).filter(
  ([id]) => id !== 'openai-completions',
);
const golden = new URL('../conformance/golden/', import.meta.url).pathname;
const goldenRequests = Object.keys(GOLDEN_CASES).flatMap((name) =>
  conversational.map(([id]) => [name, id] as const),
);

it.each(conversational)(
  'the view of %s uses the same name for the conversation as its errors',
  (id, format) => {
    expect(REQUEST_VIEWS[id].inputName).toBe(format.conversationName);
  },
);

describe('policies and requests that comply with them', () => {
  const policies = new Policies({
    maxOutputTokens: 1_000_000,
    maxChoices: 128,
    moderation: { model: 'm', action: 'block' },
    redact: ['email', 'card', 'phone'],
  });

  it.each(goldenRequests)('leave the bytes of "%s" in %s unchanged', (name, id) => {
    const bytes = readFileSync(`${golden}${name}/${id}.json`);
    const { body, warnings, redactions } = policies.apply(id, bytes);
    expect([body === bytes, warnings, redactions]).toEqual([true, [], {}]);
  });
});

describe.each(conversational)('the texts of any conversation in %s', (id, format) => {
  const view = REQUEST_VIEWS[id];

  it('are those that its reader receives', () => {
    fc.assert(
      fc.property(chatRequest, (request) => {
        const body = format.egress.encodeRequest(request, 'm').value;
        const found: string[] = [];
        expect(view.mapTexts(body, (text) => (found.push(text), text))).toBe(body);
        for (const text of getTexts(request)) expect(found.some((one) => one.includes(text))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('can all be replaced, and the request is still valid', () => {
    fc.assert(
      fc.property(chatRequest, (request) => {
        const body = format.egress.encodeRequest(request, 'm').value;
        const mapped = view.mapTexts(body, () => 'replaced') as JsonObject;
        const { value } = format.ingress.decodeRequest(mapped, { model: 'm' });
        expect(new Set(getTexts(value).flatMap((text) => text.split('\n')))).toEqual(new Set(['replaced']));
      }),
      { numRuns: 50 },
    );
  });
});
