// What our plugin inside of opencode 1.18.33 does with an answer, and what that comes to there, as it was measured.
import { fieldsIn, type Heard, objectIn, type Printed, textIn, UNHEARD } from '../agents/heard.js';

const STARTS = ['event:session.created', 'session.resumed'];

export function reads(event: string, { exitCode, stdout }: Printed): Heard {
  const answer = exitCode === 0 ? (stdout.trim() === '' ? {} : objectIn(stdout)) : null;
  // An engine that cannot be asked is no assent.
  if (answer === null) return { ...UNHEARD, happens: event !== 'tool.execute.before' };
  const { deny, args, output } = answer;
  const heard: Heard = { ...UNHEARD, user: textIn(answer['message']) };
  const text = textIn(answer['text']);
  switch (event) {
    case 'tool.execute.before':
      if (typeof deny === 'string') return { ...heard, happens: false, model: deny };
      return { ...heard, model: text, input: args === undefined ? null : fieldsIn(args) };
    case 'chat.message':
      return typeof deny === 'string'
        ? { ...heard, happens: false, ends: true, user: deny }
        : { ...heard, model: text };
    case 'tool.execute.after':
      return typeof output === 'string'
        ? { ...heard, replaced: true, model: `${output}\n${text}` }
        : { ...heard, model: text };
    case 'experimental.session.compacting':
      return { ...heard, model: text };
    default:
      return STARTS.includes(event) ? { ...heard, model: textIn(answer['system']) } : heard;
  }
}
