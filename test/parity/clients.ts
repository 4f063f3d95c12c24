import Anthropic, { APIError as AnthropicError } from '@anthropic-ai/sdk';
import { ApiError as GoogleError, GoogleGenAI } from '@google/genai';
import { CohereClient, CohereClientV2, CohereError } from 'cohere-ai';
import OpenAI, { APIError as OpenAiError } from 'openai';

/** The properties of a video. */
export interface VideoKind {
  model: string;
  size?: string;
  seconds?: number;
}

/** The token and the address of a client. */
export interface Caller {
  origin: string;
  token: string;
  headers?: Readonly<Record<string, string>>;
  findOriginal: Clients['findOriginal'];
}

/** The official clients, without retries. */
export interface Clients {
  openai: OpenAI;
  anthropic: Anthropic;
  google: GoogleGenAI;
  cohere: CohereClient;
  cohereV2: CohereClientV2;
  /** For requests without an official client. */
  post: (path: string, body: object) => Promise<unknown>;
  /** The id of a video that the caller already has. */
  findOriginal: (kind: VideoKind) => Promise<string>;
}

/** What `post` throws for an error response. */
class PlainError extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

export function clientsFor({ origin, token, headers = {}, findOriginal }: Caller): Clients {
  const cohere = { token, environment: origin, maxRetries: 0, headers: { ...headers } };
  // Each client is created when a row uses it, because this takes as long as a request.
  return {
    findOriginal,
    get openai() {
      return new OpenAI({
        baseURL: `${origin}/v1`,
        apiKey: token,
        maxRetries: 0,
        defaultHeaders: headers,
      });
    },
    get anthropic() {
      return new Anthropic({ baseURL: origin, apiKey: token, maxRetries: 0, defaultHeaders: headers });
    },
    get google() {
      return new GoogleGenAI({ apiKey: token, httpOptions: { baseUrl: origin, headers: { ...headers } } });
    },
    get cohere() {
      return new CohereClient(cohere);
    },
    get cohereV2() {
      return new CohereClientV2(cohere);
    },
    post: async (path, body) => {
      const response = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new PlainError(response.status);
      return response.json();
    },
  };
}

/** The status that a client reports to its user. */
export function statusSeenBy(error: unknown): number | undefined {
  if (error instanceof CohereError) return error.statusCode;
  const isKnown = [OpenAiError, AnthropicError, GoogleError, PlainError].some(
    (kind) => error instanceof kind,
  );
  return isKnown ? (error as { status?: number }).status : undefined;
}
