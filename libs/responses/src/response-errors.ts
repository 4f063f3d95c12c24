import { GatewayError, type JsonObject } from '#canonical';

export function mustBeStored(): GatewayError {
  return new GatewayError(
    'invalid-value',
    '"store" must not be false when "background" is true, because the response is retrieved later.',
    { param: 'store' },
  );
}

export function storesNothing(): GatewayError {
  return new GatewayError(
    'unsupported-parameter',
    '"background" is not supported: this gateway does not store responses.',
    { param: 'background' },
  );
}

export function notInBackground(): GatewayError {
  return new GatewayError('unsupported-parameter', '"background" is not supported for compaction.', {
    param: 'background',
  });
}

export function notFinished(): GatewayError {
  return new GatewayError('wrong-state', 'The response is not finished. Cancel it before you delete it.', {
    param: 'response_id',
    code: 'response_not_finished',
  });
}

export function notCancellable({ background }: JsonObject): GatewayError {
  const message =
    background === true
      ? 'The response is already finished and cannot be cancelled.'
      : 'Only background responses can be cancelled.';
  return new GatewayError('invalid-request', message, {
    param: 'response_id',
    code: 'response_not_cancellable',
  });
}

export function notFound(id: string): GatewayError {
  return new GatewayError('resource-not-found', `No response found with the id "${id.slice(0, 100)}".`, {
    param: 'response_id',
    code: 'response_not_found',
  });
}

export function noEarlierResponse(): GatewayError {
  return new GatewayError(
    'invalid-value',
    'No stored response found with the id in "previous_response_id".',
    {
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    },
  );
}

export function storeUnavailable(cause: unknown): GatewayError {
  return new GatewayError(
    'store-unavailable',
    'Stored responses are unavailable because the database cannot be reached. Try again in a moment.',
    { retryAfterSeconds: 1, cause },
  );
}

/** The response with an unknown id may be on the disk of another machine. */
export function notReplayedYet(): GatewayError {
  return new GatewayError(
    'store-unavailable',
    'Some stored responses are not in the database yet, because it could not be reached when they were created. Try again in a moment.',
    { retryAfterSeconds: 2 },
  );
}

export function conversationTooLarge(
  param: 'input' | 'previous_response_id',
  maxBytes: number,
): GatewayError {
  const what = param === 'input' ? 'The items that "input" refers to' : 'The stored conversation';
  return new GatewayError(
    'body-too-large',
    `${what} cannot be sent to a model: the stored data is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`,
    { param, code: 'conversation_too_large' },
  );
}

export function tooManyReferences(index: number, max: number): GatewayError {
  return new GatewayError('invalid-value', `A request can refer to at most ${max} stored items.`, {
    param: `input[${index}]`,
    code: 'too_many_item_references',
  });
}
