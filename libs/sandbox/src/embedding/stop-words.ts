const LIST = `
a about after all also am an and any are as at be because been before being but by can could did do does
doing for from had has have having he her here him his how i if in into is it its just me more most my no
not of off on once only or other our out over own she should so some such than that the their them then
there these they this those through to too under until up very was we were what when where which while
who whom why will with would you your`;

/** Words that say little about what a text is about. */
export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));
