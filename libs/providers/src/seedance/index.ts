import { videoProvider } from '../video-provider.js';
import { seedanceVideo } from './video.js';

const BASE = 'https://ark.cn-beijing.volces.com/api/v3';

export const seedance = videoProvider({
  id: 'seedance',
  label: 'Seedance (Volcengine Ark)',
  apiKeyVariable: 'SEEDANCE_API_KEY',
  apiKeyPage: 'https://console.volcengine.com/ark',
  base: BASE,
  baseHelp: 'BytePlus: https://ark.ap-southeast.bytepluses.com/api/v3.',
  video: seedanceVideo((baseUrl = BASE) => baseUrl),
  usualModels: ['seedance-*', 'doubao-seedance-*', 'dreamina-seedance-*'],
});
