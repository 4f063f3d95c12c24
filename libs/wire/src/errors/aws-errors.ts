import { type ErrorKind, isJsonObject } from '#canonical';
import { type UpstreamFailure } from '../wire-format.js';
import { type UpstreamErrorObject } from './upstream-error-object.js';

export type FailureKind = Extract<ErrorKind, `upstream-${string}`>;

/** The error names of AWS. Its status codes alone are less specific, and some are misleading. */
const KINDS: Readonly<Record<string, FailureKind>> = {
  ThrottlingException: 'upstream-overloaded',
  TooManyRequestsException: 'upstream-overloaded',
  ServiceUnavailableException: 'upstream-overloaded',
  ModelNotReadyException: 'upstream-overloaded',
  ServiceQuotaExceededException: 'upstream-quota',
  AccessDeniedException: 'upstream-auth',
  UnrecognizedClientException: 'upstream-auth',
  InvalidSignatureException: 'upstream-auth',
  IncompleteSignatureException: 'upstream-auth',
  MissingAuthenticationTokenException: 'upstream-auth',
  InvalidClientTokenId: 'upstream-auth',
  ExpiredTokenException: 'upstream-auth',
  ExpiredToken: 'upstream-auth',
  ResourceNotFoundException: 'upstream-model-unavailable',
  ModelTimeoutException: 'upstream-timeout',
  ModelErrorException: 'upstream-error',
  ModelStreamErrorException: 'upstream-error',
  InternalServerException: 'upstream-error',
  InternalFailure: 'upstream-error',
  ValidationException: 'upstream-rejected',
};

/** Errors of these kinds may concern only the model, which their message shows. */
const AMBIGUOUS_KINDS: ReadonlySet<FailureKind> = new Set(['upstream-auth', 'upstream-rejected']);
const MODEL_MESSAGE =
  /access to the model|model identifier is invalid|on-demand throughput isn|end of its life|marked by provider as legacy|operation not allowed/i;
/** In characters. Messages about a model are not longer. */
const MAX_SEARCHED_LENGTH = 2_000;

/** Undefined if the error has no name of AWS. */
export function findAwsKind({ names, message = '' }: UpstreamErrorObject): FailureKind | undefined {
  for (const errorName of names) {
    const name = errorName.charAt(0).toUpperCase() + errorName.slice(1);
    if (!Object.hasOwn(KINDS, name)) continue;
    const kind = KINDS[name];
    const isAboutModel =
      kind !== undefined &&
      AMBIGUOUS_KINDS.has(kind) &&
      MODEL_MESSAGE.test(message.slice(0, MAX_SEARCHED_LENGTH));
    return isAboutModel ? 'upstream-model-unavailable' : kind;
  }
  return undefined;
}

/** The name of the error, from a header or `__type`. It may have a namespace before it and a URL after it. */
export function readAwsName(headers: UpstreamFailure['headers'], json: unknown): string | undefined {
  const value = headers?.['x-amzn-errortype'] ?? (isJsonObject(json) ? json['__type'] : undefined);
  if (typeof value !== 'string') return undefined;
  const [name = ''] = value.slice(value.indexOf('#') + 1).split(':');
  return name;
}
