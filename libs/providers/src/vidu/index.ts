import { videoProvider } from '../video-provider.js';
import { viduVideo } from './video.js';

const BASE = 'https://api.vidu.com';

const getRoot = (baseUrl = BASE): string => baseUrl.replace(/\/ent(?:\/v2)?\/*$/, '');

export const vidu = videoProvider({
  id: 'vidu',
  label: 'Vidu',
  apiKeyVariable: 'VIDU_API_KEY',
  apiKeyPage: 'https://platform.vidu.com/',
  base: BASE,
  baseHelp: 'Accounts of mainland China: https://api.vidu.cn.',
  // Vidu refuses bearer tokens.
  authorize: (apiKey) => ({ authorization: `Token ${apiKey}` }),
  video: viduVideo(getRoot),
  usualModels: ['vidu*'],
});
