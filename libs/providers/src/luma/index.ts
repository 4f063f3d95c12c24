import { videoProvider } from '../video-provider.js';
import { lumaVideo } from './video.js';

const BASE = 'https://api.lumalabs.ai/dream-machine/v1';

export const luma = videoProvider({
  id: 'luma',
  label: 'Luma Dream Machine',
  apiKeyVariable: 'LUMA_API_KEY',
  apiKeyPage: 'https://lumalabs.ai/dream-machine/api/keys',
  base: BASE,
  video: lumaVideo((baseUrl = BASE) => baseUrl),
  usualModels: ['ray-*'],
});
