import { type Row } from './row.js';
import { CHAT_ROWS } from './rows/chat-rows.js';
import { MEDIA_ROWS } from './rows/media-rows.js';
import { TEXT_ROWS } from './rows/text-rows.js';
import { VIDEO_ROWS } from './rows/video-rows.js';

/** Every kind of request to a model. Rules that apply to one of them apply to all. */
export const ROWS: readonly Row[] = [...CHAT_ROWS, ...TEXT_ROWS, ...MEDIA_ROWS, ...VIDEO_ROWS];

/** For `it.each`: the name of a row, and the row. */
export const NAMED_ROWS: [name: string, row: Row][] = ROWS.map((row) => [row.name, row]);

/** POST routes that call no model, each with the reason why it has no row. */
export const EXEMPT_ROUTES: Readonly<Record<string, string>> = {
  '/v1/models/*': 'another address of /v1beta/models/*, with the same handler',
  '/v1alpha/models/*': 'another address of /v1beta/models/*, with the same handler',
  '/v1/messages/count_tokens': 'counts: asks no model and costs nothing',
  '/v1/responses/input_tokens': 'counts: asks no model and costs nothing',
  '/v1/responses/:id/cancel': 'stops work, and counts against no limit',
  '/v1/realtime/client_secrets':
    'issues a secret, another one each time: asks no model, costs nothing, and is not kept for a repetition',
  '/v1/realtime/sessions': 'the same as /v1/realtime/client_secrets, in the first version of that API',
  '/v1/video/callbacks/:id/:signature': 'word from a service: asks no model, and has a task looked at',
  '/v1/video/generations/:id/cancel': 'stops work, and counts against no limit',
};
