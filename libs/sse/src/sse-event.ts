export interface SseEvent {
  event?: string;
  data: string;
  id?: string;
}
