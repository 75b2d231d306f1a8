-- Makes the figures of every day so far, while sales go on: those that commit meanwhile touch their
-- days by the triggers of 0049.
-- expands

select recount_figures();
