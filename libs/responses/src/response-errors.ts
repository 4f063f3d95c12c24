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
