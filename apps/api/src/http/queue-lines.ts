import { type IncomingMessage } from 'node:http';
import { AddressList, type Token, TokenDirectory, toNetwork } from '#access';
import { listSessionIds } from '#admin';
import { CONFIG, type Config } from '#config';
import { hashTokenKeyToHex } from '#secrets';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { findRawCredential } from './find-credential.js';

/** The line in which a request waits. Requests with the same key share one line, and the queue serves all lines fairly. */
export interface QueueLine {
  key: string;
  token?: Token;
}

const MAX_CALLERS = 1_000;
const REMEMBER_CALLER_MS = 600_000;

/**
 * Finds the line of a request. Each token has its own line, and so has a caller of the admin API or the console whose credential
 * was accepted before. All other requests share one line per client network: their credentials are not verified, so a client
 * could invent a new credential for each request.
 */
@Injectable()
export class QueueLines {
  /** Line keys by the hash of an accepted credential. */
  private readonly callers = new LRUCache<string, string>({ max: MAX_CALLERS, ttl: REMEMBER_CALLER_MS });
  private readonly proxies: AddressList | undefined;

  constructor(
    private readonly tokens: TokenDirectory,
    @Inject(CONFIG) { http }: Config,
  ) {
    this.proxies = http.trustProxy.length > 0 ? new AddressList(http.trustProxy) : undefined;
  }

  find(request: IncomingMessage): QueueLine {
    const credential = findCredential(request);
    const token = credential === undefined ? undefined : this.tokens.find(credential);
    if (token !== undefined) return { key: token.id, token };
    return { key: this.findCaller(request, credential) ?? `address ${this.findNetwork(request)}` };
  }

  /** Gives the accepted credential of this request its own line. */
  noteCaller(request: IncomingMessage, key: string): void {
    for (const credential of listCallerCredentials(request, findCredential(request))) {
      this.callers.set(hashTokenKeyToHex(credential), key);
    }
  }

  private findCaller(request: IncomingMessage, credential: string | undefined): string | undefined {
    for (const presented of listCallerCredentials(request, credential)) {
      const key = this.callers.get(hashTokenKeyToHex(presented));
      if (key !== undefined) return key;
    }
    return undefined;
  }

  /** Behind trusted proxies, the last address of `x-forwarded-for` that is not a trusted proxy, as in Fastify. */
  private findNetwork({ socket, headers }: IncomingMessage): string {
    let address = socket.remoteAddress ?? '';
    if (this.proxies === undefined) return toNetwork(address);
    const forwarded = headers['x-forwarded-for']?.toString().split(',') ?? [];
    for (let next; this.proxies.includes(address) && (next = forwarded.pop()) !== undefined;) {
      address = next.trim();
    }
    return toNetwork(address);
  }
}

/** The admin API reads a cookie only if there is no credential. */
function listCallerCredentials({ headers }: IncomingMessage, credential: string | undefined): string[] {
  return credential === undefined ? listSessionIds(headers.cookie) : [credential];
}

function findCredential(request: IncomingMessage): string | undefined {
  try {
    return findRawCredential(request);
  } catch {
    // Two different tokens in the subprotocols: the request will be rejected.
    return undefined;
  }
}
