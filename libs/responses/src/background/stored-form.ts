import { type JsonObject } from '#canonical';
import { type StoredResponse } from '../stored/stored-response.js';
import { responseState } from '#wire';
import { type BackgroundResponse } from './background-response.js';

/** A response of the background as its owner finds it, running or finished: like any other. */
export function storedForm(
  { id, request }: Pick<BackgroundResponse, 'id' | 'request'>,
  response: JsonObject,
): StoredResponse {
  const { asked, requestId } = request;
  const previousId = asked['previous_response_id'];
  return {
    id,
    previousId: typeof previousId === 'string' ? previousId : undefined,
    input: responseState.itemsOf(asked['input'], requestId),
    response,
  };
}
