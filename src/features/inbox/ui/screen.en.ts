/** What somebody is told. */
export const words = {
  inbox: {
    title: 'Inbox',
    asks: 'For you',
    nothing: 'Nothing new for you.',
    all: 'Inbox',
    titleUnread_one: 'Inbox: {{count, number}} unread',
    titleUnread_other: 'Inbox: {{count, number}} unread',
    unread: 'New',
    earlier: 'Earlier',
    readAll: 'Mark all as read',
    mails: 'Mails',
    mailsHelp: 'What is in your inbox, sent to you as well. Only what you may read and have not read yet.',
    atOnce: 'At once',
    daily: 'Once a day',
    never: 'Never',
    emptyTitle: 'Nothing here yet',
    empty: 'When someone mentions you, answers you or asks you to do something, you read it here.',
  },
};
