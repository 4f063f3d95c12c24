import { type BackgroundResponse, type BackgroundStatus } from './background-response.js';
import { type ResponseSeals } from './response-seals.js';

/** A row of `background_responses`, as the driver gives it. */
export interface ResponseRow {
  id: string;
  owner: string;
  token_id: string;
  status: BackgroundStatus;
  request: Buffer;
}

export function responseOf(row: ResponseRow, seals: ResponseSeals): BackgroundResponse {
  return {
    id: row.id,
    owner: row.owner,
    tokenId: row.token_id,
    status: row.status,
    request: seals.openRequest(row.id, row.request),
  };
}
