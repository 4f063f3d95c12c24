/** The queue whose jobs are hints that a task may be due. */
export const VIDEO_QUEUE = 'video';
