import {
  APIError as AnthropicApiError,
  BadRequestError as AnthropicBadRequest,
  InternalServerError as AnthropicServerError,
  RateLimitError as AnthropicRateLimit,
} from '@anthropic-ai/sdk';
import { ApiError as GoogleError } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI, { APIError, BadRequestError, InternalServerError, OpenAIError, RateLimitError } from 'openai';
import type { Reply } from '../../fake-upstream/index.js';
import { TEST_TOKEN } from '../../harness/index.js';
import { Harness, CLIENT_NAMES, type ClientName, UPSTREAMS } from './harness.js';
import type { Upstream } from './upstreams/upstream.js';

/** The cause of an error, as far as a client may know it. */
type ErrorCause = 'the request' | 'the upstream' | 'overload' | 'a limit';

type ErrorClass = new (...parts: never[]) => Error;

interface ExpectedError {
  errorClass: ErrorClass;
  /** The status, and the error type of the format. */
  status: number;
  words: string;
}

const OPENAI: Record<ErrorCause, ExpectedError> = {
  'the request': { errorClass: BadRequestError, status: 400, words: 'invalid_request_error' },
  'the upstream': { errorClass: InternalServerError, status: 502, words: 'server_error' },
  overload: {
    errorClass: InternalServerError,
    status: 503,
    words: 'service_unavailable_error',
  },
  'a limit': { errorClass: RateLimitError, status: 429, words: 'rate_limit' },
};

const SHOWN: Record<ClientName, Record<ErrorCause, ExpectedError>> = {
  'openai chat': OPENAI,
  'openai responses': OPENAI,
  'anthropic messages': {
    'the request': { errorClass: AnthropicBadRequest, status: 400, words: 'invalid_request_error' },
    'the upstream': { errorClass: AnthropicServerError, status: 502, words: 'api_error' },
    overload: { errorClass: AnthropicServerError, status: 529, words: 'overloaded_error' },
    'a limit': { errorClass: AnthropicRateLimit, status: 429, words: 'rate_limit_error' },
  },
  'google genai': {
    'the request': { errorClass: GoogleError, status: 400, words: 'INVALID_ARGUMENT' },
    'the upstream': { errorClass: GoogleError, status: 502, words: 'INTERNAL' },
    overload: { errorClass: GoogleError, status: 503, words: 'UNAVAILABLE' },
    'a limit': { errorClass: GoogleError, status: 429, words: 'RESOURCE_EXHAUSTED' },
  },
};

/** Agents recognise these texts, and then shorten the conversation. */
const TOO_LONG: Record<ClientName, string> = {
  'openai chat': 'context_length_exceeded',
  'openai responses': 'context_length_exceeded',
  'anthropic messages': 'prompt is too long: ',
  'google genai': 'exceeds the maximum number of tokens',
};

const STREAM_ERRORS: Record<ClientName, ErrorClass> = {
  'openai chat': APIError,
  /** In this library a failed response is an ordinary event; it throws because of the end that follows. */
  'openai responses': OpenAIError,
  'anthropic messages': AnthropicApiError,
  'google genai': GoogleError,
};

const FAILURES: readonly { status: number; trouble: ErrorCause }[] = [
  { status: 400, trouble: 'the request' },
  { status: 401, trouble: 'the upstream' },
  { status: 403, trouble: 'the upstream' },
  { status: 429, trouble: 'a limit' },
  { status: 500, trouble: 'the upstream' },
];

const BREAKS: readonly { name: string; reply: Reply }[] = [
  { name: 'reset', reply: { kind: 'reset', afterEvents: 4 } },
  { name: 'cut off', reply: { kind: 'truncate', afterEvents: 4 } },
  { name: 'ended too early', reply: { kind: 'end-early', afterEvents: 4 } },
  { name: 'ended with an error', reply: { kind: 'in-band-error', afterEvents: 4 } },
];

/** Longer than the gateway itself waits before one more attempt. */
const LONG_WAIT = { 'retry-after': '30' };

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.start();
  harness.upstream.scenario('text');
});

afterAll(() => harness.stop());

describe.each(CLIENT_NAMES)('the %s client', (clientName) => {
  describe.each(UPSTREAMS)('with $name behind the gateway', (service) => {
    // Half of the clients of a service test each error without streaming, the other half with it.
    const parity = CLIENT_NAMES.indexOf(clientName) + UPSTREAMS.indexOf(service);
    const failures = [...FAILURES, { status: service.overloadStatus, trouble: 'overload' as const }].map(
      (failure, index) => ({ ...failure, isStreamed: (index + parity) % 2 === 0 }),
    );

    it.each(failures)('receives $status, streamed: $isStreamed', async ({ status, trouble, isStreamed }) => {
      harness.upstream.script({ kind: 'error', status, headers: LONG_WAIT });
      const error = await readFailure(clientName, service, isStreamed);
      const shown = SHOWN[clientName][trouble];
      expect(error).toBeInstanceOf(shown.errorClass);
      // Overload at Anthropic has its own status, which only the Google clients do not know.
      const isOwn = status === 529 && clientName !== 'google genai';
      expect(error).toMatchObject({ status: isOwn ? status : shown.status });
      expect(toWords(error)).toContain(shown.words);
    });

    it("receives its own vendor's error for a conversation that is too long", async () => {
      const message = 'This model has a maximum context length of 8 tokens.';
      harness.upstream.script({ kind: 'error', status: 400, body: { error: { message } } });
      const error = await readFailure(clientName, service, parity % 2 === 0);
      expect(error).toMatchObject({ status: 400 });
      expect(toWords(error)).toContain(TOO_LONG[clientName]);
    });

    it.each(BREAKS)('receives an error for a stream that is $name', async ({ reply }) => {
      harness.upstream.script(reply);
      expect(await readFailure(clientName, service, true)).toBeInstanceOf(STREAM_ERRORS[clientName]);
    });
  });
});

describe.each(UPSTREAMS)('a streamed response with $name behind the gateway', ({ model }) => {
  it.each(BREAKS)('fails when its stream is $name', async ({ reply }) => {
    harness.upstream.script(reply);
    const openAi = new OpenAI({ baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    const reading = async () => {
      const stream = await openAi.responses.create({ model, input: 'en to tre fire', stream: true });
      for await (const event of stream) events.push(event);
    };
    await expect(reading()).rejects.toThrow('terminated');
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'server_error' } },
    });
  });
});

async function readFailure(
  clientName: ClientName,
  { model }: Upstream,
  isStreamed: boolean,
): Promise<unknown> {
  const client = harness.client(clientName);
  const turns = [{ from: 'user', text: 'en to tre fire fem seks' }] as const;
  return client.ask({ model, turns, isStreamed }).then(
    (received) => {
      throw new Error(`The client saw no error, but ${JSON.stringify(received)}`);
    },
    (error: unknown) => error,
  );
}

/** The whole text of the error: the libraries store the message of the body in different members. */
function toWords(error: unknown): string {
  const { message, error: body } = error as Error & { error?: unknown };
  return `${message} ${JSON.stringify(body)}`;
}
