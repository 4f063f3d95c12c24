import { videoProvider } from '../video-provider.js';
import { runwayVideo } from './video.js';

const BASE = 'https://api.dev.runwayml.com';

export const runway = videoProvider({
  id: 'runway',
  label: 'Runway',
  apiKeyVariable: 'RUNWAY_API_KEY',
  apiKeyPage: 'https://dev.runwayml.com/',
  base: BASE,
  headers: { 'x-runway-version': '2024-11-06' },
  video: runwayVideo((baseUrl = BASE) => baseUrl.replace(/\/v1\/*$/, '')),
  usualModels: ['gen4*', 'gen3*', 'act_two'],
});
