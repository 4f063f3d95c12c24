import { useMutation } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { callGateway } from '../call.js';
import { usePlaygroundToken } from '../token-context.js';
import { type Conversation, SILENCE, conversationAfter } from './conversation.js';
import { LiveSession, type SessionListener } from './live-session.js';
import { microphoneTrouble } from './microphone-trouble.js';
import { type SessionOptions, secretRequest } from './session-options.js';

export type Connection = { state: 'none' | 'connecting' | 'open' } | { state: 'closed'; code: number };

export interface Realtime {
  canConnect: boolean;
  connection: Connection;
  conversation: Conversation;
  /** The error of the request that opens the session. */
  error: Error | null;
  /** Whether audio of the model is playing. */
  isPlaying: boolean;
  isListening: boolean;
  microphoneTrouble: string | undefined;
  connect: (options: SessionOptions) => void;
  say: (text: string) => void;
  interrupt: () => void;
  toggleMicrophone: () => void;
  end: () => void;
  /** The session id by which the requests of the last session can be listed; undefined before the first session. */
  sessionName: string | undefined;
}

/** A realtime conversation by voice or text, with its actions. */
export function useRealtime(): Realtime {
  const { token } = usePlaygroundToken();
  const session = useRef<LiveSession>(undefined);
  const abort = useRef<AbortController>(undefined);
  const [sessionName, setSessionName] = useState<string>();
  const { connection, conversation, isPlaying, isListening, tell, begin, failed, listener, setIsListening } =
    useConversationLog();
  const ears = useEars(session, isListening, setIsListening);
  const { mutate, error } = useMutation({
    mutationFn: async (options: SessionOptions) => {
      abort.current = new AbortController();
      const answer = await callGateway(token ?? '', secretRequest(options), abort.current.signal);
      return (await answer.json<{ value: string }>()).value;
    },
    onMutate: begin,
    onError: failed,
    onSuccess: (secret, { model }) => {
      const name = createSessionName();
      setSessionName(name);
      session.current = new LiveSession({ model, secret, name }, listener);
    },
  });
  useEffect(() => () => leave(abort.current, session.current), []);
  const say = (text: string): void => {
    tell({ kind: 'asked', atMs: performance.now() });
    session.current?.say(text);
  };
  return {
    canConnect: token !== undefined,
    connection,
    conversation,
    error,
    isPlaying,
    isListening,
    microphoneTrouble: ears.trouble,
    connect: mutate,
    say,
    interrupt: () => session.current?.interrupt(conversation.answering),
    toggleMicrophone: ears.toggle,
    end: () => session.current?.end(),
    sessionName,
  };
}

/** Unique among the sessions of a user, which is enough: users can list only their own requests. */
function createSessionName(): string {
  return `playground-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** The state of the conversation, and the session listener that updates it. */
function useConversationLog() {
  const [connection, setConnection] = useState<Connection>({ state: 'none' });
  const [conversation, tell] = useReducer(conversationAfter, SILENCE);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isListening, setIsListening] = useState(false);
  const listener: SessionListener = {
    onOpen: () => setConnection({ state: 'open' }),
    onEvent: (event) => tell({ kind: 'event', event, atMs: performance.now() }),
    onPlaying: setIsPlaying,
    onClose: (code) => {
      setIsListening(false);
      setConnection({ state: 'closed', code });
    },
  };
  const begin = (): void => {
    tell({ kind: 'began' });
    setConnection({ state: 'connecting' });
  };
  const failed = (): void => setConnection({ state: 'none' });
  return { connection, conversation, isPlaying, isListening, setIsListening, tell, begin, failed, listener };
}

function leave(abort: AbortController | undefined, session: LiveSession | undefined): void {
  abort?.abort();
  session?.end();
}

interface Ears {
  trouble: string | undefined;
  toggle: () => void;
}

function useEars(
  session: { readonly current: LiveSession | undefined },
  isListening: boolean,
  setIsListening: (isListening: boolean) => void,
): Ears {
  const [trouble, setTrouble] = useState<string>();
  const toggle = (): void => {
    setTrouble(undefined);
    setIsListening(!isListening);
    if (isListening) return session.current?.deafen();
    session.current?.listen().catch((error: Error) => {
      setIsListening(false);
      setTrouble(microphoneTrouble(error));
    });
  };
  return { trouble, toggle };
}
