// One event in full: what came, who was asked and why, what they said, and how the verdict was put together.
import type { EventPage, LookedAt, RunPage, Step } from '../../contract.js';
import { button, type Child, el, filler, nothing, prose } from '../dom.js';
import { placeLink } from '../editor.js';
import { hashOf } from '../route.js';
import { badge } from '../verdict.js';
import type { Context, View } from '../view.js';
import { counted, dollars, duration, moment } from '../words.js';

export function eventView(context: Context): View {
  const element = el('article', { class: 'event' });
  const fill = filler(element);
  const { project = '', id = '' } = context.words;
  const again = (): void => {
    fill(
      context.source
        .event(project, id)
        .then((page) =>
          page === null ? [nothing('This event is not recorded any more.')] : eventParts(context, page),
        ),
    );
  };
  again();
  return {
    title: 'Event',
    element,
    again,
    appended: ({ ended }) => {
      if (ended.includes(id)) again();
    },
  };
}

/** Everything about an event, to stand alone or in a panel. */
export function eventParts(context: Context, page: EventPage): readonly Child[] {
  const beside = el('div', { 'aria-live': 'polite' });
  return [
    head(context, page),
    page.reason === null ? null : el('blockquote', {}, page.reason),
    ...page.notes.map((note) => el('p', { class: 'note' }, note)),
    context.about.kind === 'live' ? actions(context, page, beside) : null,
    beside,
    el('h3', {}, 'How the verdict came about'),
    el('ol', { class: 'steps' }, ...page.steps.map((step) => stepLine(step, page))),
    el('h3', {}, 'Hooks'),
    ...hooksOf(context, page),
    ...said(page),
    el('h3', {}, 'What the host sent'),
    el('pre', { tabindex: 0 }, JSON.stringify(page.input, null, 2)),
  ];
}

function head(context: Context, page: EventPage): HTMLElement {
  const { event, target, verdict, at, ms, session, agent, agentType, project, before, behind } = page;
  const other = (id: string | null, words: string): Child =>
    id === null ? null : el('a', { href: hashOf('event', { project, id }) }, words);
  const who = agent === null ? '' : `, agent ${agentType ?? agent}`;
  return el(
    'header',
    {},
    el('h2', {}, `${event} ${target ?? ''} `, badge(verdict)),
    el(
      'p',
      { class: 'faint' },
      `${moment(at)}, the host waited ${duration(ms)}${who}. `,
      el(
        'a',
        { href: hashOf('timeline', { project: context.project ?? undefined, session }) },
        `Session ${session}`,
      ),
      page.rewrittenBy === null ? null : `. Judged again, because ${page.rewrittenBy} rewrote the call`,
      page.repeated ? '. Its hooks may have run twice' : null,
      '. ',
      other(before, '← before'),
      ' ',
      other(behind, 'next →'),
    ),
  );
}

function actions(context: Context, page: EventPage, beside: HTMLElement): HTMLElement {
  const { source, about } = context;
  const { project, id } = page;
  const fill = filler(beside);
  const isThere = about.projects.find(({ key }) => key === project)?.there ?? false;
  const explain = async (): Promise<readonly Child[]> => {
    const found = await source.explain(project, id);
    if (found === null) return [nothing('Hooks of this project cannot be looked at.')];
    return [
      el('h3', {}, 'With the hooks of today'),
      found.shut === null ? null : el('p', { class: 'problem' }, found.shut),
      el(
        'ul',
        {},
        ...found.hooks.map(({ label, runs, why, launch, position }) =>
          el(
            'li',
            {},
            el('strong', {}, `${runs ? 'runs' : 'does not run'}: ${label}`),
            ' ',
            ...prose(why),
            ' ',
            placeLink(position, true),
            launch.length === 0 ? null : el('pre', { tabindex: 0 }, launch.join('\n')),
          ),
        ),
      ),
      el('ul', { class: 'faint' }, ...[...found.rules, ...found.notes].map((words) => el('li', {}, words))),
    ];
  };
  const test = async (): Promise<readonly Child[]> => {
    const found = await source.hookTest(project, id);
    if (found === null) return [nothing('There is no hook test of this event.')];
    const copied = await navigator.clipboard.writeText(found.yaml).then(
      () => 'Copied.',
      () => 'It could not be copied; take it from here.',
    );
    return [
      el('h3', {}, 'As a hook test'),
      el('p', { role: 'status' }, `${copied} It belongs into ${found.file}.`),
      el('pre', { tabindex: 0 }, found.yaml),
      ...found.notes.map((note) => el('p', { class: 'note' }, note)),
    ];
  };
  return el(
    'p',
    { class: 'actions' },
    button('Run again…', () => void context.act({ action: 'run-again', project, event: id }), {
      disabled: !isThere,
    }),
    button('Explain', () => void fill(explain()), { disabled: !isThere }),
    button('Copy as hook test', () => void fill(test())),
  );
}

function stepLine({ hook, text, verdict, counts }: Step, page: EventPage): HTMLElement {
  const label = page.hooks.find((known) => known.hook === hook)?.label ?? hook;
  return el(
    'li',
    { class: counts ? 'counts' : 'faint' },
    label === null ? null : el('strong', {}, `${label}: `),
    `${text} `,
    badge(verdict),
  );
}

function hooksOf(context: Context, { hooks, moreHooks, otherEvents, planKept }: EventPage): readonly Child[] {
  const [ran, not] = [hooks.filter((hook) => hook.ran), hooks.filter((hook) => !hook.ran)];
  const left = [
    moreHooks > 0 ? `${counted(moreHooks, 'more hook')} did not run.` : '',
    otherEvents > 0 ? `${counted(otherEvents, 'hook')} of other events.` : '',
    planKept ? '' : 'Why hooks did not run is no longer stored.',
  ];
  return [
    ran.length === 0 ? nothing('No hook ran.') : null,
    ...ran.map((hook) => hookOf(context, hook)),
    not.length === 0
      ? null
      : el(
          'details',
          {},
          el('summary', {}, `${counted(not.length, 'hook')} did not run`),
          ...not.map((hook) => hookOf(context, hook)),
        ),
    el('p', { class: 'faint' }, left.filter(Boolean).join(' ')),
  ];
}

function hookOf(
  { about }: Context,
  { label, why, rule, definition, trust, run, ran }: LookedAt,
): HTMLElement {
  const isHere = about.kind === 'live';
  return el(
    'section',
    { class: 'hook', 'aria-label': label },
    el(
      'h4',
      {},
      run === null ? null : badge(run.verdict),
      ` ${label} `,
      el('span', { class: 'faint' }, run === null ? 'did not run' : timesOf(run)),
    ),
    el('p', {}, `${ran ? 'Ran' : 'Did not run'}: ${why} `, el('span', { class: 'faint' }, `(${rule})`)),
    definition === null
      ? null
      : el(
          'p',
          { class: 'faint' },
          [
            definition.type,
            definition.matcher,
            definition.condition,
            `${definition.scope} scope`,
            definition.owner,
          ]
            .filter((word) => word !== null && word !== '')
            .join(' · '),
          trust === null ? '' : ` · trust: ${trust}`,
          ' ',
          placeLink(definition.position, isHere),
          el('code', {}, definition.runs),
        ),
    ...(run === null ? [] : runParts(run)),
  );
}

function timesOf({ ms, waitMs, background, exitCode, outcome, start }: RunPage): string {
  const words = [
    outcome,
    exitCode === null ? '' : `exit ${exitCode}`,
    ms === null ? 'still runs' : duration(ms),
    waitMs === null || waitMs < 0.5 ? '' : `waited ${duration(waitMs)}`,
    background ? 'in the background' : '',
    [start.kind, start.words].filter(Boolean).join(': '),
  ];
  return words.filter(Boolean).join(', ');
}

function runParts({
  failed,
  observed,
  contributed,
  stdout,
  stderr,
  answer,
  work,
}: RunPage): readonly Child[] {
  const output = (title: string, text: string): Child =>
    text === ''
      ? null
      : el(
          'details',
          { open: text.length < 2000 },
          el('summary', {}, title),
          el('pre', { tabindex: 0 }, text),
        );
  const models =
    work === null
      ? null
      : `${work.model}: ${counted(work.calls, 'call')}, ${work.inputTokens} + ${work.outputTokens} tokens${work.costUsd === null ? '' : `, ${dollars(work.costUsd)}`}`;
  return [
    observed === null ? null : el('p', {}, `Only observed: ${observed}.`),
    failed === null ? null : el('p', { class: 'problem' }, `Failed (${failed.kind}): ${failed.message}`),
    contributed.length === 0 ? null : el('p', {}, `Contributed: ${contributed.join(', ')}`),
    models === null ? null : el('p', {}, models),
    output('stdout', stdout),
    output('stderr', stderr),
    output('answer', answer),
  ];
}

function said({ said, hooks }: EventPage): readonly Child[] {
  if (said.length === 0) return [];
  const labelOf = (id: string | null): string => hooks.find(({ hook }) => hook === id)?.label ?? id ?? '';
  return [
    el('h3', {}, 'What was said'),
    el(
      'ul',
      {},
      ...said.map(({ to, what, hook, text }) =>
        el(
          'li',
          {},
          el('strong', {}, `to the ${to}, ${what}`),
          hook === null ? ' ' : ` by ${labelOf(hook)} `,
          el('pre', { tabindex: 0 }, text),
        ),
      ),
    ),
  ];
}
