import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { type Provider } from '../provider.js';
import { rejectEndpoint } from '../video-only.js';
import { viduVideo } from './video.js';

const BASE = 'https://api.vidu.com';

const getRoot = (baseUrl = BASE): string => baseUrl.replace(/\/ent(?:\/v2)?\/*$/, '');

export const vidu: Provider = {
  id: 'vidu',
  label: 'Vidu',
  apiKeyVariable: 'VIDU_API_KEY',
  apiKeyPage: 'https://platform.vidu.com/',
  fields: [
    baseUrlField({ default: BASE, help: 'Accounts of mainland China: https://api.vidu.cn.' }),
    apiKeysField({ required: true }),
  ],
  speaks: {},
  endpoint: rejectEndpoint,
  // Vidu refuses bearer tokens.
  authorize: (apiKey) => ({ authorization: `Token ${apiKey}` }),
  video: viduVideo(getRoot),
  usualModels: ['vidu*'],
};
