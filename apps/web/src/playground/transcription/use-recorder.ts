import { useInterval } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { describeMicrophoneError } from '../realtime/microphone-error.js';

interface Recorder {
  isRecording: boolean;
  seconds: number;
  /** The reason why recording is not possible. */
  error: string | undefined;
  start: () => void;
  stop: () => void;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/mp4': 'mp4',
  'audio/ogg': 'ogg',
};

/** Records from the microphone until `stop` is called, then passes the file to `onRecorded`. */
export function useRecorder(onRecorded: (file: File) => void): Recorder {
  const recorder = useRef<MediaRecorder>(undefined);
  const [isRecording, setIsRecording] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [error, setError] = useState<string>();
  const clock = useInterval(() => setSeconds((current) => current + 1), 1_000);

  const start = async (): Promise<void> => {
    setError(undefined);
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    recorder.current = record(stream, onRecorded);
    setSeconds(0);
    clock.start();
    setIsRecording(true);
  };
  const stop = (): void => {
    recorder.current?.stop();
    clock.stop();
    setIsRecording(false);
  };
  useEffect(() => () => stopTracks(recorder.current?.stream), []);
  return {
    isRecording,
    seconds,
    error,
    start: () => void start().catch((error: Error) => setError(describeMicrophoneError(error))),
    stop,
  };
}

function record(stream: MediaStream, onRecorded: (file: File) => void): MediaRecorder {
  const recorder = new MediaRecorder(stream);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  recorder.addEventListener('stop', () => {
    stopTracks(stream);
    onRecorded(recordingFile(chunks, recorder.mimeType));
  });
  recorder.start();
  return recorder;
}

/** Closes the microphone, so that the browser no longer shows that it is in use. */
function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Providers detect the format by the file extension, and browsers record in different formats. */
export function recordingFile(chunks: readonly Blob[], mediaType: string): File {
  const [type = ''] = mediaType.split(';');
  return new File([...chunks], `recording.${EXTENSIONS[type] ?? 'webm'}`, { type });
}
