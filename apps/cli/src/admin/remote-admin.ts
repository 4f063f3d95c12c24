import { withoutTrailing } from '#canonical';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type AdminMethod } from './admin-client.js';
import { ResponseParsingAdmin } from './response-parsing-admin.js';

const TIMEOUT_MS = 60_000;

export interface RemoteServer {
  /** With an optional path before /api. */
  url: URL;
  adminToken: string;
}

/** The admin API of a gateway on another machine. */
export function openRemoteAdmin({ url, adminToken }: RemoteServer): ResponseParsingAdmin {
  const base = withoutTrailing(url.href, '/');
  return new ResponseParsingAdmin(async (method, path, body) => {
    try {
      const response = await fetch(`${base}${path}`, buildRequest(method, adminToken, body));
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw new CommandFailure(`${base} does not respond: ${toReason(error)}`, exitCodes.unreachable);
    }
  });
}

function buildRequest(method: AdminMethod, adminToken: string, body: object | undefined): RequestInit {
  const request = {
    method,
    // The token must not be sent to a server that this one redirects to.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  } as const;
  const headers = { authorization: `Bearer ${adminToken}`, accept: 'application/json' };
  if (body === undefined) return { ...request, headers };
  return {
    ...request,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function toReason(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
}
