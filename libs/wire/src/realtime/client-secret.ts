import { type JsonObject } from '#canonical';
import { JsonRequest } from '../operations/json-request.js';
import { sessionFromBeta, sessionToBeta } from './beta/settings.js';
import { type Check, integer, object, oneOf } from './checks/check.js';
import { SESSION_CHECKS, betaTranscriptionSession } from './checks/session.js';
import { type RealtimeDialect } from './connection.js';
import { type RealtimeSession, type SessionUpdate } from './session.js';

const DEFAULT_LIFETIME_SECONDS = 600;

/** The endpoints that create client secrets. Each has a different request body. */
export type ClientSecretEndpoint = 'client_secrets' | 'sessions' | 'transcription_sessions';

export interface ClientSecretRequest {
  lifetimeSeconds: number;
  /** The initial session settings in the GA dialect. */
  session: SessionUpdate | undefined;
}

const lifetime = object({}, { anchor: oneOf('created_at'), seconds: integer(10, 7200) });

const CHECKS: Readonly<Record<ClientSecretEndpoint, Check>> = {
  client_secrets: object({}, { expires_after: lifetime, session: SESSION_CHECKS.ga }),
  sessions: (body, path) => {
    object({}, { client_secret: object({}, { expires_after: lifetime }) })(body, path);
    SESSION_CHECKS.beta(body, path);
  },
  transcription_sessions: (body, path) => {
    object({}, { client_secret: object({}, { expires_at: lifetime }) })(body, path);
    betaTranscriptionSession(body, path);
  },
};

export async function readClientSecretRequest(
  body: Buffer,
  endpoint: ClientSecretEndpoint,
): Promise<ClientSecretRequest> {
  const json: JsonObject = body.length === 0 ? {} : (await JsonRequest.read(body)).json;
  CHECKS[endpoint](json, '');
  return { lifetimeSeconds: readLifetime(json, endpoint), session: readSession(json, endpoint) };
}

function readLifetime(body: JsonObject, endpoint: ClientSecretEndpoint): number {
  const settings = endpoint === 'client_secrets' ? body : (body['client_secret'] ?? {});
  const { expires_after, expires_at } = settings as Record<string, { seconds?: number } | undefined>;
  return (expires_after ?? expires_at)?.seconds ?? DEFAULT_LIFETIME_SECONDS;
}

function readSession(body: JsonObject, endpoint: ClientSecretEndpoint): SessionUpdate | undefined {
  switch (endpoint) {
    case 'client_secrets':
      return body['session'] as unknown as SessionUpdate | undefined;
    case 'sessions':
      return sessionFromBeta(body, 'realtime') as unknown as SessionUpdate;
    case 'transcription_sessions':
      return sessionFromBeta(body, 'transcription') as unknown as SessionUpdate;
  }
}

export interface ClientSecret {
  value: string;
  expiresAtSeconds: number;
  session: RealtimeSession;
}

export function encodeClientSecret(
  { value, expiresAtSeconds, session }: ClientSecret,
  dialect: RealtimeDialect,
): JsonObject {
  const encodedSession = session as unknown as JsonObject;
  if (dialect === 'ga') return { value, expires_at: expiresAtSeconds, session: encodedSession };
  return { ...sessionToBeta(encodedSession), client_secret: { value, expires_at: expiresAtSeconds } };
}
