import { CHAT_ROUTES } from './routes/chat-routes.js';
import { GOOGLE_ROUTES } from './routes/google-routes.js';
import { MEDIA_ROUTES } from './routes/media-routes.js';
import { MODEL_ROUTES } from './routes/model-routes.js';
import { OPERATION_ROUTES, REALTIME_ROUTES } from './routes/other-routes.js';
import { REQUEST_ROUTES } from './routes/request-routes.js';
import { RESPONSES_ROUTES } from './routes/responses-routes.js';
import { type ModelApiRoute } from './routes/route.js';
import { VIDEO_ROUTES } from './routes/video-routes.js';

/** All routes except the admin API and the web pages. */
export const MODEL_API_ROUTES: readonly ModelApiRoute[] = [
  ...CHAT_ROUTES,
  ...RESPONSES_ROUTES,
  ...GOOGLE_ROUTES,
  ...MODEL_ROUTES,
  ...REQUEST_ROUTES,
  ...MEDIA_ROUTES,
  ...VIDEO_ROUTES,
  ...REALTIME_ROUTES,
  ...OPERATION_ROUTES,
];
