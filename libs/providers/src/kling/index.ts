import { bearer } from '../base-url.js';
import { videoProvider } from '../video-provider.js';
import { klingToken } from './token.js';
import { klingVideo } from './video.js';

const BASE = 'https://api-singapore.klingai.com';

export const kling = videoProvider({
  id: 'kling',
  label: 'Kling',
  apiKeyVariable: 'KLING_API_KEY',
  base: BASE,
  keyHelp: 'An API key, or accessKey:secretKey. Several are used in turn.',
  authorize: (apiKey) => bearer(klingToken(apiKey)),
  video: klingVideo((baseUrl = BASE) => baseUrl.replace(/\/v1\/*$/, '')),
  usualModels: ['kling-*'],
});
