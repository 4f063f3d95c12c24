/** Where jobs say that a task may be due. */
export const VIDEO_QUEUE = 'video';
