import { memoryStore } from '../memory-store.js';
import { rememberedToken } from './remembered-token.js';

export const tokenStore = memoryStore<string | undefined>(rememberedToken.read());
