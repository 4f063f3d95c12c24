import { GatewayError, type JsonObject } from '#canonical';

export function mustBeStored(): GatewayError {
  return new GatewayError(
    'invalid-value',
    '"store" must not be false where "background" is true: the response is fetched later.',
    { param: 'store' },
  );
}

export function storesNothing(): GatewayError {
  return new GatewayError(
    'unsupported-parameter',
    'This gateway stores no responses, so that none can be made in the background.',
    { param: 'background' },
  );
}

export function notInBackground(): GatewayError {
  return new GatewayError('unsupported-parameter', 'A compaction is not made in the background.', {
    param: 'background',
  });
}

export function notFinished(): GatewayError {
  return new GatewayError('wrong-state', 'Only a finished response can be deleted; cancel it first.', {
    param: 'response_id',
    code: 'response_not_finished',
  });
}

export function notCancellable({ background }: JsonObject): GatewayError {
  const message =
    background === true
      ? 'The response is finished and cannot be cancelled any more.'
      : 'Only background responses can be cancelled.';
  return new GatewayError('invalid-request', message, {
    param: 'response_id',
    code: 'response_not_cancellable',
  });
}

export function notFound(id: string): GatewayError {
  return new GatewayError('resource-not-found', `There is no response with the id "${id.slice(0, 100)}".`, {
    param: 'response_id',
    code: 'response_not_found',
  });
}

export function noEarlierResponse(): GatewayError {
  return new GatewayError('invalid-value', 'There is no stored response with this id to build upon.', {
    param: 'previous_response_id',
    code: 'previous_response_not_found',
  });
}

export function storeUnavailable(cause: unknown): GatewayError {
  return new GatewayError(
    'store-unavailable',
    'The stored responses cannot be read at the moment: the database is out of reach. Try again in a moment.',
    { retryAfterSeconds: 1, cause },
  );
}

export function conversationTooLarge(
  param: 'input' | 'previous_response_id',
  maxBytes: number,
): GatewayError {
  const what = param === 'input' ? 'The items that "input" refers to' : 'The stored conversation';
  return new GatewayError(
    'body-too-large',
    `${what} cannot be sent to a model: more than ${Math.floor(maxBytes / 2 ** 20)} MB are stored of it.`,
    { param, code: 'conversation_too_large' },
  );
}

export function tooManyReferences(index: number, max: number): GatewayError {
  return new GatewayError('invalid-value', `A request may refer to at most ${max} stored items.`, {
    param: `input[${index}]`,
    code: 'too_many_item_references',
  });
}
