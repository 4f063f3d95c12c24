import { describe, expect, it } from '@jest/globals';
import { sealReasoningSignature } from '#canonical';
import { type ModelRule } from './model-rules/model-rule.js';
import { type WireFormatId } from './format-ids.js';
import { WIRE_FORMATS } from './registry.js';

const foreign = sealReasoningSignature({ origin: 'elsewhere', value: 'sig' }, 'every format');
const inBase64 = Buffer.from(foreign).toString('base64');
const ofACall = `mgcall.call_1.${foreign}`;

/** `⟦…⟧` is removed and `⟪…⟫` is inserted; all other bytes, including unusual white space, are unchanged. */
const CASES: [WireFormatId, string][] = [
  [
    'anthropic-messages',
    `[{"role":"user","content":"\\u0068i"} , {"role" : "assistant","content":[
      ⟦{"type":"thinking","thinking":"a","signature":"${foreign}"},⟧{"type":"text","text":"b"} , {"type":"tool_use","id":"call_1","name":"t","input":{"n":1.0}}⟦ ,
      {"type":"redacted_thinking","data":"${ofACall}"}, {"type":"redacted_thinking","data":"${foreign}"}⟧]},
      ⟦{"role":"assistant","content":[ {"type":"thinking","thinking":"","signature":"${foreign}"} ]} ,
      ⟧{"role":"assistant","content":[{"type":"thinking","thinking":"own","signature":"EqQB"},{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"{\\"signature\\":\\"${foreign}\\"}"}]}]`,
  ],
  [
    'openai-responses',
    `[{"role":"user","content":"hi"}, ⟦{"type":"reasoning","summary":[],"encrypted_content":"${foreign}"},
      ⟧{"type":"reasoning","summary":[],"encrypted_content":"gAAA"},
      {"type":"function_call","call_id":"c","name":"t","arguments":"{\\"s\\": \\"${foreign}\\"}"}, ⟦{"type":"reasoning","encrypted_content":"mgcall.${foreign}"} , ⟧{"type":"news","x":1.0}⟦, {"type":"reasoning","encrypted_content":"mgredacted.${foreign}"}⟧ ]`,
  ],
  [
    'openai-chat',
    `[{"role":"user","content":"hi"},{"role":"assistant",⟦"reasoning_content":"a" ,"thinking_blocks":[{"type":"thinking","thinking":"a","signature":""},{"type":"thinking","thinking":"a","signature":"${foreign}"}],⟧"content":null,
      "tool_calls":[{"id":"c","type":"function",⟦"extra_content":{"google":{"thought_signature":"${foreign}"}},⟧"function":{"name":"t","arguments":"{\\"n\\": 1.0}"}},
      {"id":"d","type":"function","function":{"name":"t","arguments":"{}"},"extra_content":{"google":{"x":1⟦,"thought_signature":"${foreign}"⟧}}}]},
      {"role":"assistant","content":"b","reasoning_content":"own","thinking_blocks":[ {"type":"thinking","thinking":"own","signature":"Eq"}⟦, {"type":"redacted_thinking","data":"${foreign}"}⟧ ]}]`,
  ],
  [
    'gemini-generate-content',
    `[{"role":"user","parts":[{"text":"hi"}]}, {"role":"model","parts":[⟦{"text":"a","thought":true,"thoughtSignature":"${inBase64}"}, ⟧{"text":"b"⟦ ,"thought_signature":"${inBase64}"⟧},
      ⟦{"text":"","thoughtSignature":"${inBase64}"},⟧{"functionCall":{"name":"t","args":{"n":1.0}},"thoughtSignature":⟦"${inBase64}"⟧⟪"skip_thought_signature_validator"⟫}⟦, {"thoughtSignature":"${inBase64}"}⟧]}⟦
      ,{"role":"model","parts":[{"thoughtSignature":"${inBase64}","text":""}]}, {"role":"model","parts":{"text":"","thoughtSignature":"${inBase64}"}}⟧]`,
  ],
];

const before = (marked: string): string => marked.replaceAll(/[⟦⟧]|⟪[^⟫]*⟫/g, '');
const after = (marked: string): string => marked.replaceAll(/⟦[^⟧]*⟧|[⟪⟫]/g, '');

function forward(
  format: WireFormatId,
  conversation: string,
  upstreamModel: string,
  rule?: ModelRule,
): string {
  const rest = '"tools":[ {"type":"web_search_20260318"} ],"news":{ "of":1.0 }';
  const body = `{"model":"m", "max_tokens":9,${rest},"${WIRE_FORMATS[format].conversationName}": ${conversation} }`;
  const outline = WIRE_FORMATS[format].readRequest(Buffer.from(body), { model: 'm' });
  return outline.retarget(upstreamModel, [], () => rule).toString();
}

describe.each(CASES)('reasoning of another service in a %s request', (format, marked) => {
  it('is the only thing that is removed', () => {
    const forwarded = forward(format, before(marked), 'm');
    expect(forwarded).toBe(forward(format, after(marked), 'm'));
    expect(forwarded).toContain(after(marked));
    expect(() => JSON.parse(forwarded)).not.toThrow();
  });

  it('is removed if the model is renamed too', () => {
    expect(forward(format, before(marked), 'other')).toBe(forward(format, after(marked), 'other'));
  });
});

const call = (signature: string): string =>
  `[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"functionCall":{"name":"t"}${signature}}]}]`;

describe('calls with signatures of another service in a Gemini conversation', () => {
  it.each<[string, ModelRule]>([
    ['know budgets', { reasoning: { budget: { min: 128 } } }],
    ['do not reason', { refuses: ['reasoning'] }],
  ])('lose them for models that %s', (_, rule) => {
    const signed = call(`,"thoughtSignature":"${inBase64}"`);
    expect(forward('gemini-generate-content', signed, 'm', rule)).toContain(call(''));
  });
});

const buildBody = (thinking: object, blocks: object[]): string =>
  JSON.stringify({
    model: 'm',
    max_tokens: 9000,
    thinking,
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [...blocks, { type: 'tool_use', id: 'c', name: 't', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'ok' }] },
    ],
  });
const thought = (signature: string): object => ({ type: 'thinking', thinking: 'a', signature });
const read = (body: string) => WIRE_FORMATS['anthropic-messages'].readRequest(Buffer.from(body));
const budget = { type: 'enabled', budget_tokens: 2000 };

describe('a Messages request with a thinking budget', () => {
  it('has thinking disabled, with a warning, if the thinking before the last calls was removed', () => {
    const request = read(buildBody(budget, [thought(foreign)]));
    expect(JSON.parse(request.retarget('m').toString())).toMatchObject({
      thinking: { type: 'disabled' },
      context_management: null,
    });
    expect(request.lost).toMatchObject([{ param: 'thinking' }]);
  });

  it.each([
    ['it decides itself when to think', { type: 'adaptive' }, [thought(foreign)]],
    ['its own thoughts are there', budget, [thought('EqQB'), thought(foreign)]],
  ])('keeps thinking enabled if %s', (_name, thinking, blocks) => {
    const request = read(buildBody(thinking, blocks));
    expect(JSON.parse(request.retarget('m').toString())).toMatchObject({ thinking });
    expect(request.lost).toEqual([]);
  });
});
