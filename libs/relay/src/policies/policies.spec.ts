import { describe, expect, it } from '@jest/globals';
import { type Form, GatewayError, type JsonObject } from '#canonical';
import { type ViewedFormat } from '#wire';
import { Policies } from './policies.js';
import { type PolicySettings } from './policy-settings.js';

const bytes = (body: JsonObject | string): Buffer =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

function applied(settings: PolicySettings, format: ViewedFormat, body: JsonObject | Form) {
  const isForm = Array.isArray(body);
  const source = isForm ? (body as Form) : bytes(body as JsonObject);
  const result = new Policies(settings).apply(format, source);
  const changed = Buffer.isBuffer(result.body)
    ? (JSON.parse(result.body.toString()) as JsonObject)
    : result.body;
  return { ...result, body: changed, isSame: result.body === source };
}

function getRefusal(settings: PolicySettings, format: ViewedFormat, body: JsonObject | Form): GatewayError {
  try {
    applied(settings, format, body);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('was not rejected');
}

const SECRET = 'Mail bob@example.com, card 4111 1111 1111 1111, call +49 30 1234567';
const CLEAN = 'Mail [email], card [card], call [phone]';
const field = (name: string, value: string): { name: string; value: string } => ({ name, value });

/** Requests with one text. Which texts each format has is tested with its view. */
const AROUND = {
  'openai-chat': (text) => ({ messages: [{ role: 'user', content: text }] }),
  'openai-chat-input': (text) => ({ input: [{ role: 'user', content: text }] }),
  'gemini-generate-content': (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  'openai-transcriptions': (text) => [field('prompt', text)],
  'gemini-videos': (prompt) => ({ instances: [{ prompt }] }),
  'openai-realtime': (text) => ({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  }),
} satisfies Partial<Record<ViewedFormat, (text: string) => JsonObject | Form>>;
const formats = Object.keys(AROUND) as (keyof typeof AROUND)[];

describe('redaction of requests', () => {
  it.each(formats)('removes addresses and numbers from %s', (format) => {
    const result = applied({ redact: ['email', 'card', 'phone'] }, format, AROUND[format](SECRET));
    expect(result.body).toEqual(AROUND[format](CLEAN));
    expect(result.redactions).toEqual({ email: 1, card: 1, phone: 1 });
    expect(result.warnings).toEqual([]);
  });

  it.each(formats)('leaves %s unchanged if there is nothing to redact', (format) => {
    const result = applied({ redact: ['email', 'card', 'phone'] }, format, AROUND[format]('Hello!'));
    expect(result).toMatchObject({ isSame: true, redactions: {}, textsToModerate: [] });
  });

  it('changes no other byte of a body', () => {
    const source = '{ "seed":12345678901234567890,\n"prompt" : "bob@example.com \\u00e9", "max_tokens": 5 }';
    const { body } = new Policies({ redact: ['email'], maxOutputTokens: 9 }).apply(
      'openai-completions',
      bytes(source),
    );
    expect(body).toEqual(bytes('{ "seed":12345678901234567890,\n"prompt" : "[email] é", "max_tokens": 5 }'));
  });

  it('rejects a body with a duplicate member', () => {
    const policies = new Policies({ redact: ['email'] });
    const twice = '{"messages":[{"role":"user","content":"bob@example.com","content":"hi"}]}';
    expect(() => policies.apply('openai-chat', bytes(twice))).toThrow('"content" occurs more than once');
  });
});

const CAP = 1000;

describe('the limit on output tokens', () => {
  it.each<[ViewedFormat, JsonObject, JsonObject, string]>([
    ['openai-chat', { max_completion_tokens: 5000 }, { max_completion_tokens: CAP }, 'max_completion_tokens'],
    ['openai-chat', { max_tokens: 5000 }, { max_tokens: CAP }, 'max_tokens'],
    ['openai-completions', { max_tokens: 5000 }, { max_tokens: CAP }, 'max_tokens'],
    ['openai-responses', { max_output_tokens: 5000 }, { max_output_tokens: CAP }, 'max_output_tokens'],
    ['anthropic-messages', { max_tokens: 5000 }, { max_tokens: CAP }, 'max_tokens'],
    [
      'gemini-generate-content',
      { generationConfig: { maxOutputTokens: 5000 } },
      { generationConfig: { maxOutputTokens: CAP } },
      'generationConfig.maxOutputTokens',
    ],
    [
      'openai-realtime',
      { response: { max_output_tokens: 'inf' } },
      { response: { max_output_tokens: CAP } },
      'response.max_output_tokens',
    ],
  ])('lowers the value of %s with a warning: %j', (format, body, expected, param) => {
    expect(applied({ maxOutputTokens: CAP }, format, body)).toMatchObject({
      body: expected,
      warnings: [{ param, reason: 'this gateway allows at most 1000 output tokens' }],
    });
  });

  it.each<[ViewedFormat, JsonObject, JsonObject]>([
    ['openai-chat', {}, { max_completion_tokens: CAP }],
    ['openai-completions', {}, { max_tokens: CAP }],
    ['openai-responses', { max_output_tokens: null }, { max_output_tokens: CAP }],
    ['gemini-generate-content', {}, { generationConfig: { maxOutputTokens: CAP } }],
  ])('is added without a warning if %s has no value', (format, body, expected) => {
    const result = applied({ maxOutputTokens: CAP }, format, body);
    expect([result.body, result.warnings]).toEqual([expected, []]);
  });

  it.each<[ViewedFormat, JsonObject]>([
    ['openai-chat', { max_tokens: CAP }],
    ['anthropic-messages', { max_tokens: 1 }],
    ['anthropic-messages', { messages: [] }],
    ['gemini-generate-content', { generation_config: { max_output_tokens: '1000' } }],
    ['openai-embeddings', { input: 'x' }],
    ['openai-images', { prompt: 'x' }],
  ])('leaves %s unchanged within the limit: %j', (format, body) => {
    expect(applied({ maxOutputTokens: CAP }, format, body)).toMatchObject({ isSame: true, warnings: [] });
  });
});

describe('other limits', () => {
  const LIMITS: PolicySettings = {
    maxChoices: 2,
    maxImageSize: { width: 1024, height: 1024 },
    maxVideoSize: { width: 1280, height: 720 },
    maxVideoSeconds: 10,
  };

  it.each<[ViewedFormat, JsonObject | Form, string, string]>([
    ['openai-chat', { n: 3 }, 'n', '"n" must be at most 2: this is the limit of this gateway.'],
    ['openai-completions', { best_of: 3 }, 'best_of', 'at most 2'],
    [
      'gemini-generate-content',
      { generationConfig: { candidateCount: 3 } },
      'generationConfig.candidateCount',
      '2',
    ],
    ['openai-images', { n: 3 }, 'n', 'at most 2'],
    ['openai-image-edits', [field('n', '3')], 'n', 'at most 2'],
    ['openai-images', { size: '1536x1024' }, 'size', 'more pixels than 1024x1024'],
    ['openai-image-edits', [field('size', '2048x2048')], 'size', '1024x1024'],
    [
      'openai-responses',
      { tools: [{ type: 'image_generation', size: '1536x1024' }] },
      'tools[0].size',
      '1024x1024',
    ],
    ['video-generations', { width: 1920, height: 1080 }, 'width', '1280x720'],
    ['video-generations', { duration: 11 }, 'duration', 'at most 10 seconds'],
    ['openai-videos', [field('seconds', '12')], 'seconds', 'at most 10'],
    ['openai-videos', { size: '1792x1024' }, 'size', '1280x720'],
  ])('reject %s with %j', (format, body, param, allowed) => {
    const error = getRefusal(LIMITS, format, body);
    expect(error).toMatchObject({ kind: 'invalid-value', param });
    expect(error.message).toContain(allowed);
  });

  it.each<[ViewedFormat, JsonObject | Form]>([
    ['openai-chat', { n: 2 }],
    ['openai-images', { n: 2, size: '2048x512' }],
    ['openai-images', { size: 'auto' }],
    ['openai-videos', [field('seconds', '10'), field('size', '720x1280')]],
    ['video-generations', { prompt: 'x' }],
  ])('allow %s with %j', (format, body) => {
    expect(applied(LIMITS, format, body).isSame).toBe(true);
  });
});

describe('policies', () => {
  it('are empty if nothing is set', () => {
    expect(new Policies().isEmpty).toBe(true);
    expect(new Policies({}).isEmpty).toBe(true);
    expect(new Policies({ maxChoices: 1 }).isEmpty).toBe(false);
  });

  it('only redact requests that generate nothing', () => {
    const policies = new Policies({ redact: ['email'], maxOutputTokens: 5, maxChoices: 1 });
    const body = bytes('{"n":3, "messages":[{"role":"user","content":"a@b.com"}]}');
    expect(policies.redact('openai-chat', body).toString()).toBe(
      '{"n":3, "messages":[{"role":"user","content":"[email]"}]}',
    );
    expect(new Policies({ maxChoices: 1 }).redact('openai-chat', body)).toBe(body);
  });

  it('ignore a form where a document is expected, and a document where a form is', () => {
    const all: PolicySettings = { maxOutputTokens: 5, redact: ['email'], maxChoices: 1 };
    expect(applied(all, 'openai-chat', [field('messages', 'a@b.com')]).isSame).toBe(true);
    expect(applied(all, 'openai-transcriptions', { prompt: 'hello' }).isSame).toBe(true);
  });

  it('report a body that is not JSON with the usual error', () => {
    expect(() => new Policies({ maxChoices: 1 }).apply('openai-chat', bytes('nonsense'))).toThrow(
      'The request body is not a JSON object',
    );
  });
});
