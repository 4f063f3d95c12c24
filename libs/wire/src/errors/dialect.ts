/** The structures of error bodies. Every wire format uses one of them. */
export type Dialect = 'openai' | 'anthropic' | 'google' | 'cohere';

export interface DialectHints {
  path: string;
  hasAnthropicVersion: boolean;
  hasGoogleCredential: boolean;
}

const MODELS = '/models/';

/** The dialect that the client expects, also for paths that do not exist. */
export function getDialect({ path, hasAnthropicVersion, hasGoogleCredential }: DialectHints): Dialect {
  if (/^\/v1(beta|alpha)(\/|$)/.test(path) || hasMethodSuffix(path) || path.startsWith('/upload/'))
    return 'google';
  if (/^\/v1\/messages(\/|$)/.test(path)) return 'anthropic';
  if (/^\/v[12]\/rerank$/.test(path)) return 'cohere';
  const isShared = /^\/v1\/models(\/|$)/.test(path);
  if (hasAnthropicVersion && (isShared || !isKnownOpenAiPath(path))) return 'anthropic';
  if (hasGoogleCredential && isShared) return 'google';
  return 'openai';
}

/** Google puts the method after the name of the model, separated by a colon. */
function hasMethodSuffix(path: string): boolean {
  const models = path.indexOf(MODELS);
  return models !== -1 && path.lastIndexOf(':') > models + MODELS.length;
}

function isKnownOpenAiPath(path: string): boolean {
  return /^\/v1\/(chat|completions|responses|embeddings|images|audio|moderations|rerank|realtime|videos?)(\/|$)/.test(
    path,
  );
}
