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
import { type ComponentType, lazy } from 'react';

export interface PlaygroundTab {
  /** Its part of the address. */
  id: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  Component: ComponentType;
}

const [first, ...others]: [PlaygroundTab, ...PlaygroundTab[]] = [
  {
    id: 'chat',
    label: 'Chat',
    icon: IconMessage,
    Component: lazy(async () => ({ default: (await import('./chat/chat-tab.js')).ChatTab })),
  },
  {
    id: 'image',
    label: 'Image',
    icon: IconPhoto,
    Component: lazy(async () => ({ default: (await import('./image/image-tab.js')).ImageTab })),
  },
  {
    id: 'speech',
    label: 'Speech',
    icon: IconVolume,
    Component: lazy(async () => ({ default: (await import('./speech/speech-tab.js')).SpeechTab })),
  },
  {
    id: 'transcription',
    label: 'Transcription',
    icon: IconMicrophone,
    Component: lazy(async () => ({
      default: (await import('./transcription/transcription-tab.js')).TranscriptionTab,
    })),
  },
  {
    id: 'embeddings',
    label: 'Embeddings',
    icon: IconGrid4x4,
    Component: lazy(async () => ({
      default: (await import('./embeddings/embeddings-tab.js')).EmbeddingsTab,
    })),
  },
  {
    id: 'rerank',
    label: 'Rerank',
    icon: IconArrowsSort,
    Component: lazy(async () => ({ default: (await import('./rerank/rerank-tab.js')).RerankTab })),
  },
  {
    id: 'moderation',
    label: 'Moderation',
    icon: IconShieldCheck,
    Component: lazy(async () => ({
      default: (await import('./moderation/moderation-tab.js')).ModerationTab,
    })),
  },
  {
    id: 'video',
    label: 'Video',
    icon: IconMovie,
    Component: lazy(async () => ({ default: (await import('./video/video-tab.js')).VideoTab })),
  },
  {
    id: 'realtime',
    label: 'Realtime',
    icon: IconWaveSine,
    Component: lazy(async () => ({ default: (await import('./realtime/realtime-tab.js')).RealtimeTab })),
  },
];

export const FIRST_TAB = first;
export const TABS: readonly PlaygroundTab[] = [first, ...others];
