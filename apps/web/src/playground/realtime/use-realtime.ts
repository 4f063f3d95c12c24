import { useMutation } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { callGateway } from '../call.js';
import { usePlaygroundToken } from '../token-context.js';
import { type Conversation, EMPTY_CONVERSATION, reduceConversation } from './conversation.js';
import { LiveSession, type SessionListener } from './live-session.js';
import { describeMicrophoneError } from './microphone-error.js';
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
  microphoneError: string | undefined;
  connect: (options: SessionOptions) => void;
  sendText: (text: string) => void;
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
  const state = useConversationState();
  const { conversation, dispatch, isListening } = state;
  const microphone = useMicrophone(session, isListening, state.setIsListening);
  const { mutate, error } = useMutation({
    mutationFn: async (options: SessionOptions) => {
      abort.current = new AbortController();
      const response = await callGateway(token ?? '', secretRequest(options), abort.current.signal);
      return (await response.json<{ value: string }>()).value;
    },
    onMutate: state.start,
    onError: state.fail,
    onSuccess: (secret, { model }) => {
      const name = createSessionName();
      setSessionName(name);
      session.current = new LiveSession({ model, secret, name }, state.listener);
    },
  });
  useEffect(() => () => close(abort.current, session.current), []);
  const sendText = (text: string): void => {
    dispatch({ kind: 'messageSent', atMs: performance.now() });
    session.current?.sendText(text);
  };
  return {
    canConnect: token !== undefined,
    connection: state.connection,
    conversation,
    error,
    isPlaying: state.isPlaying,
    isListening,
    microphoneError: microphone.error,
    connect: mutate,
    sendText,
    interrupt: () => session.current?.interrupt(conversation.isResponding),
    toggleMicrophone: microphone.toggle,
    end: () => session.current?.close(),
    sessionName,
  };
}

/** Unique among the sessions of a user, which is enough: users can list only their own requests. */
function createSessionName(): string {
  return `playground-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** The state of the conversation, and the session listener that updates it. */
function useConversationState() {
  const [connection, setConnection] = useState<Connection>({ state: 'none' });
  const [conversation, dispatch] = useReducer(reduceConversation, EMPTY_CONVERSATION);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isListening, setIsListening] = useState(false);
  const listener: SessionListener = {
    onOpen: () => setConnection({ state: 'open' }),
    onEvent: (event) => dispatch({ kind: 'event', event, atMs: performance.now() }),
    onPlaying: setIsPlaying,
    onClose: (code) => {
      setIsListening(false);
      setConnection({ state: 'closed', code });
    },
  };
  const start = (): void => {
    dispatch({ kind: 'started' });
    setConnection({ state: 'connecting' });
  };
  const fail = (): void => setConnection({ state: 'none' });
  return {
    connection,
    conversation,
    isPlaying,
    isListening,
    setIsListening,
    dispatch,
    start,
    fail,
    listener,
  };
}

function close(abort: AbortController | undefined, session: LiveSession | undefined): void {
  abort?.abort();
  session?.close();
}

interface MicrophoneControls {
  error: string | undefined;
  toggle: () => void;
}

function useMicrophone(
  session: { readonly current: LiveSession | undefined },
  isListening: boolean,
  setIsListening: (isListening: boolean) => void,
): MicrophoneControls {
  const [error, setError] = useState<string>();
  const toggle = (): void => {
    setError(undefined);
    setIsListening(!isListening);
    if (isListening) return session.current?.stopListening();
    session.current?.startListening().catch((reason: Error) => {
      setIsListening(false);
      setError(describeMicrophoneError(reason));
    });
  };
  return { error, toggle };
}
