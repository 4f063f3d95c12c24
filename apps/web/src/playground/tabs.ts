import {
  IconArrowsSort,
  IconGrid4x4,
  IconMessage,
  IconMicrophone,
  IconMovie,
  IconPhoto,
  IconShieldCheck,
  IconVolume,
  IconWaveSine,
} from '@tabler/icons-react';
import { type ComponentType } from 'react';

export interface PlaygroundTab {
  /** The last segment of the path of the tab. */
  id: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  /** Each tab is a separate chunk, loaded on demand. */
  load: () => Promise<{ Component: ComponentType }>;
}

const [first, ...others]: [PlaygroundTab, ...PlaygroundTab[]] = [
  {
    id: 'chat',
    label: 'Chat',
    icon: IconMessage,
    load: async () => ({ Component: (await import('./chat/chat-tab.js')).ChatTab }),
  },
  {
    id: 'image',
    label: 'Image',
    icon: IconPhoto,
    load: async () => ({ Component: (await import('./image/image-tab.js')).ImageTab }),
  },
  {
    id: 'speech',
    label: 'Speech',
    icon: IconVolume,
    load: async () => ({ Component: (await import('./speech/speech-tab.js')).SpeechTab }),
  },
  {
    id: 'transcription',
    label: 'Transcription',
    icon: IconMicrophone,
    load: async () => ({
      Component: (await import('./transcription/transcription-tab.js')).TranscriptionTab,
    }),
  },
  {
    id: 'embeddings',
    label: 'Embeddings',
    icon: IconGrid4x4,
    load: async () => ({ Component: (await import('./embeddings/embeddings-tab.js')).EmbeddingsTab }),
  },
  {
    id: 'rerank',
    label: 'Rerank',
    icon: IconArrowsSort,
    load: async () => ({ Component: (await import('./rerank/rerank-tab.js')).RerankTab }),
  },
  {
    id: 'moderation',
    label: 'Moderation',
    icon: IconShieldCheck,
    load: async () => ({ Component: (await import('./moderation/moderation-tab.js')).ModerationTab }),
  },
  {
    id: 'video',
    label: 'Video',
    icon: IconMovie,
    load: async () => ({ Component: (await import('./video/video-tab.js')).VideoTab }),
  },
  {
    id: 'realtime',
    label: 'Realtime',
    icon: IconWaveSine,
    load: async () => ({ Component: (await import('./realtime/realtime-tab.js')).RealtimeTab }),
  },
];

export const FIRST_TAB = first;
export const TABS: readonly PlaygroundTab[] = [first, ...others];
