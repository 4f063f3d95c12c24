import { buildBearerHeader } from '../base-url.js';
import { videoProvider } from '../video-provider.js';
import { createKlingToken } from './token.js';
import { klingVideo } from './video.js';

const BASE = 'https://api-singapore.klingai.com';

export const kling = videoProvider({
  id: 'kling',
  label: 'Kling',
  apiKeyVariable: 'KLING_API_KEY',
  apiKeyPage: 'https://app.klingai.com/global/dev',
  base: BASE,
  keyHelp: 'An API key, or accessKey:secretKey.',
  authorize: (apiKey) => buildBearerHeader(createKlingToken(apiKey)),
  video: klingVideo((baseUrl = BASE) => baseUrl.replace(/\/v1\/*$/, '')),
  usualModels: ['kling-*'],
});
