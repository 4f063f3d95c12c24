import { buildBearerHeader } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { type Provider } from '../provider.js';
import { rejectEndpoint } from '../video-only.js';
import { seedanceVideo } from './video.js';

const BASE = 'https://ark.cn-beijing.volces.com/api/v3';

export const seedance: Provider = {
  id: 'seedance',
  label: 'Seedance (Volcengine Ark)',
  apiKeyVariable: 'SEEDANCE_API_KEY',
  apiKeyPage: 'https://console.volcengine.com/ark',
  fields: [
    baseUrlField({ default: BASE, help: 'BytePlus: https://ark.ap-southeast.bytepluses.com/api/v3.' }),
    apiKeysField({ required: true }),
  ],
  speaks: {},
  endpoint: rejectEndpoint,
  authorize: buildBearerHeader,
  video: seedanceVideo((baseUrl = BASE) => baseUrl),
  usualModels: ['seedance-*', 'doubao-seedance-*', 'dreamina-seedance-*'],
};
