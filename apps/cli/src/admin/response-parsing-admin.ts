import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type AdminClient, type AdminMethod, type AdminQuery } from './admin-client.js';

interface TextResponse {
  status: number;
  text: string;
}

type Send = (method: AdminMethod, pathAndQuery: string, body: object | undefined) => Promise<TextResponse>;

/** Parses the responses of the admin API, and converts errors to failures with an exit code. */
export class ResponseParsingAdmin implements AdminClient {
  constructor(private readonly send: Send) {}

  async request(method: AdminMethod, path: string, body?: object, query?: AdminQuery): Promise<unknown> {
    const text = await this.requestText(method, path, body, query);
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw new CommandFailure(`${method} ${path}: the response is not JSON`, exitCodes.failure);
    }
  }

  async requestText(method: AdminMethod, path: string, body?: object, query?: AdminQuery): Promise<string> {
    const { status, text } = await this.send(method, withQuery(path, query), body);
    if (status >= 200 && status < 300) return text;
    const { message = `${method} ${path} returned status ${status}`, param } = parseReason(text);
    throw new AdminRefusal(message, toExitCode(status), status, param);
  }
}

function withQuery(path: string, query: AdminQuery = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/** Errors of the admin API look like `{ "error": { "message": …, "param": … } }`. */
function parseReason(text: string): { message?: string | undefined; param?: string | undefined } {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown; param?: unknown } };
    return { message: toText(error?.message), param: toText(error?.param) };
  } catch {
    return {};
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toExitCode(status: number): number {
  if (status === 401 || status === 403) return exitCodes.denied;
  if (status === 404) return exitCodes.notFound;
  if (status === 400 || status === 422) return exitCodes.usage;
  return status === 502 || status === 503 || status === 504 ? exitCodes.unreachable : exitCodes.failure;
}

/** An error of the admin API, with its message. */
export class AdminRefusal extends CommandFailure {
  constructor(
    message: string,
    exitCode: number,
    /** The HTTP status. */
    readonly status: number,
    /** The invalid field, if the response names one. */
    readonly param?: string,
  ) {
    super(message, exitCode);
  }
}
