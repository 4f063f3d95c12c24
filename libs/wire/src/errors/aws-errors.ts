import { type ErrorKind } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';
import { type UpstreamFailure } from '../wire-format.js';
import { type UpstreamErrorObject } from './upstream-error-object.js';

export type FailureKind = Extract<ErrorKind, `upstream-${string}`>;

/** What AWS calls a failure; its statuses alone say less, and some of them something else. */
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

/** These are about the account or the request, and say by their words that they are about the model. */
const MAY_BE_ABOUT_MODEL: ReadonlySet<FailureKind> = new Set(['upstream-auth', 'upstream-rejected']);
const ABOUT_MODEL =
  /access to the model|model identifier is invalid|on-demand throughput isn|end of its life|marked by provider as legacy|operation not allowed/i;
/** No sentence about it is longer. */
const MAX_READ_LENGTH = 2_000;

/** Undefined where the failure is not in the words of AWS. */
export function findAwsKind({ words, message = '' }: UpstreamErrorObject): FailureKind | undefined {
  for (const word of words) {
    const name = word.charAt(0).toUpperCase() + word.slice(1);
    if (!Object.hasOwn(KINDS, name)) continue;
    const kind = KINDS[name];
    const isAboutModel =
      kind !== undefined &&
      MAY_BE_ABOUT_MODEL.has(kind) &&
      ABOUT_MODEL.test(message.slice(0, MAX_READ_LENGTH));
    return isAboutModel ? 'upstream-model-unavailable' : kind;
  }
  return undefined;
}

/** The name of the failure, which stands in a header or in `__type`, between a namespace and an address. */
export function readAwsName(headers: UpstreamFailure['headers'], json: unknown): string | undefined {
  const said = headers?.['x-amzn-errortype'] ?? (isJsonObject(json) ? json['__type'] : undefined);
  if (typeof said !== 'string') return undefined;
  const [name = ''] = said.slice(said.indexOf('#') + 1).split(':');
  return name;
}
